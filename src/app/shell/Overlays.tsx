import { useEffect, useState } from 'react'
import { useSession, useView } from '../state/index.ts'
import { prepareExporting } from './export/index.ts'
import { PaletteWaiting } from './palette/PaletteWaiting.tsx'
import { createOpening } from './palette/opening.ts'
import { late, withReader } from './parts/index.ts'

const CommandPalette = late('the palette', withReader(() => import('./palette/CommandPalette.tsx').then((room) => room.CommandPalette)), PaletteWaiting)
const StartSheet = late('the start of a run', () => import('./StartSheet.tsx').then((room) => room.StartSheet))
const ApproveSheet = late('the effects of a run', () => import('./ApproveSheet.tsx').then((room) => room.ApproveSheet))
const TrustSheet = late('the question of trust', () => import('./TrustSheet.tsx').then((room) => room.TrustSheet))
const UnknownSheet = late('the question before a run goes on', () => import('./UnknownSheet.tsx').then((room) => room.UnknownSheet))
const ShortcutSheet = late('the list of shortcuts', () => import('./ShortcutSheet.tsx').then((room) => room.ShortcutSheet))

/** So long after the picture the rest of the page is there; what may be asked for next is fetched then. */
const SETTLED = 1500

/** What opens over the page by a key: not needed to draw it, and there before anybody has found the key. */
export function Overlays() {
  const session = useSession()
  const { view, picture } = session
  const [opening] = useState(createOpening)
  const palette = useOnce(useView((state) => state.palette !== null))
  const shortcuts = useOnce(useView(({ sheet }) => sheet?.type === 'shortcuts'))
  const approves = useOnce(useView(({ sheet }) => sheet?.type === 'approve'))
  const starts = useOnce(useView(({ sheet }) => sheet?.type === 'start'))
  const unsure = useOnce(useView(({ sheet }) => sheet?.type === 'unknown'))
  const asks = useOnce(useView(({ sheet }) => sheet?.type === 'trust'))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = picture.onceShown(() => {
      timer = setTimeout(() => {
        void CommandPalette.prepare(session)
        void ShortcutSheet.prepare(session)
        void StartSheet.prepare(session)
        void TrustSheet.prepare(session)
        prepareExporting(session)
      }, SETTLED)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [session, picture])
  return (
    <>
      {palette && <CommandPalette opening={opening} onClose={() => view.dispatch({ type: 'palette', query: null })} />}
      {shortcuts && <ShortcutSheet onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />}
      {approves && <ApproveSheet onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />}
      {unsure && <UnknownSheet onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />}
      {asks && <TrustSheet onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />}
      {starts && <StartSheet onClose={() => view.dispatch({ type: 'sheet', sheet: null })} />}
    </>
  )
}

/** True from the first time on: a dialog that closes gives the keyboard back, and so has to stay. */
function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
