import { Fragment, memo, useEffect, useMemo, useState } from 'react'
import { useSession, type RunStoreState } from '../state/index.ts'
import { edgeName } from './edgeName.ts'
import { toneOf, type Problems } from './problemsOf.ts'
import { fateOf } from './Thread.tsx'
import type { Strand } from './weave.ts'

/** How often the picture follows a run: from afar nobody sees a single edge change. */
const EVERY = 250
/** From one group of threads to the next, in milliseconds, and how many follow one after the other. */
const APART = 17
const GROUPS = 30

type Props = { readonly strands: readonly Strand[]; readonly selected: string | null; readonly doomed: ReadonlySet<string>; readonly problems: ReadonlyMap<string, Problems>; readonly draw: (strand: Strand) => string }

/** Threads that are drawn together: few enough that drawing them anew takes no time to speak of. */
const GROUP = 400

/** Very many threads, from afar or in passing: a line for all that look alike and stand near in the file. Each still has its name. */
export const FarThreads = memo(function FarThreads({ strands, selected, doomed, problems, draw }: Props) {
  const [groupsOf] = useState(createGroups)
  const groups = useMemo(() => groupsOf(strands), [groupsOf, strands])
  return groups.map((group, place) => {
    const own = group.some(({ edge }) => problems.has(edge.key)) ? problems : FINE
    return (
      <Fragment key={place}>
        <Lines place={place} strands={group} selected={group.some(({ edge }) => edge.key === selected) ? selected : null} doomed={group.some(({ edge }) => doomed.has(edge.key)) ? doomed : NONE} problems={own} draw={draw} />
        <Names strands={group} problems={own} />
      </Fragment>
    )
  })
})

/** Gives the groups of threads, and the same ones as before where none of their threads changed: a node in hand moves few. */
function createGroups(): (strands: readonly Strand[]) => readonly (readonly Strand[])[] {
  let before: readonly (readonly Strand[])[] = []
  return (strands) => {
    before = Array.from({ length: Math.ceil(strands.length / GROUP) }, (_, place) => {
      const [former, group] = [before[place], strands.slice(place * GROUP, (place + 1) * GROUP)]
      return former?.length === group.length && group.every((strand, i) => strand === former[i]) ? former : group
    })
    return before
  }
}

const NONE: ReadonlySet<string> = new Set()
const FINE: ReadonlyMap<string, Problems> = new Map()

const Lines = memo(function Lines({ strands, selected, doomed, problems, draw, place }: Props & { readonly place: number }) {
  const run = useRunNowAndThen(place)
  const looks = strands.map((strand) => (strand.edge.key === selected ? 'selected' : doomed.has(strand.edge.key) ? 'doomed' : strand.edge.broken ? 'broken' : (toneOf(problems.get(strand.edge.key)) ?? (fateOf(run, strand).taken === 'yes' ? 'taken' : strand.edge.kind))))
  // Most of what a run tells changes no thread of this group.
  const look = looks.join(' ')
  const lines = useMemo(() => {
    const paths = new Map<string, string[]>()
    for (const [i, name] of look.split(' ').entries()) {
      const strand = strands[i]!
      const list = paths.get(name)
      if (list) list.push(draw(strand))
      else paths.set(name, [draw(strand)])
    }
    return [...paths].map(([name, parts]) => ({ name, path: parts.join('') }))
  }, [strands, look, draw])
  return lines.map(({ name, path }) => <path key={name} className="thread-far" data-look={name} d={path} />)
})

const Names = memo(function Names({ strands, problems }: Pick<Props, 'strands' | 'problems'>) {
  return strands.map((strand) => {
    const own = problems.get(strand.edge.key)
    return <g key={strand.edge.key} data-testid={`edge-${strand.fromId}-${strand.toId}`} data-key={strand.edge.key} data-edge-kind={strand.edge.kind} data-broken={strand.edge.broken || undefined} data-problems={own ? own.errors + own.warnings : 0} role="img" aria-label={edgeName(strand, undefined, undefined, own)} />
  })
})

/** Groups follow one after the other, so that no frame has to draw them all. */
function useRunNowAndThen(place: number): RunStoreState {
  const { run } = useSession()
  const [state, setState] = useState(() => run.getState())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = run.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null
        setState(run.getState())
      }, EVERY + (place % GROUPS) * APART)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [run, place])
  return state
}
