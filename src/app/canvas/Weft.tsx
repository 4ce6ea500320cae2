import { useOfNode, type ShownState } from '../state/index.ts'

/** Along the lower edge of a node that runs: a strip that moves, and of a list as much of it as is done. */
export function Weft({ id }: { readonly id: string }) {
  const share = useOfNode(id, shareOf)
  return (
    <i className="card-weft" aria-hidden="true" data-share={share}>
      {share !== undefined && <i className="card-weft-done" style={{ transform: `scaleX(${share / 100})` }} />}
    </i>
  )
}

/** In percent; undefined where there is no list. */
const shareOf = (state: ShownState): number | undefined => ('items' in state && state.items && state.items.total > 0 ? Math.round((state.items.done / state.items.total) * 100) : undefined)
