import { useEffect, useMemo, useState } from 'react'
import type { Json, NodeKind, Usage, Visit } from '../../core/index.ts'
import { useNodeState, useRun, type ShownState } from '../state/index.ts'
import { clock, duration, itemsWords, Prose, StatusIcon, timeOfDay } from '../shell/parts/index.ts'
import { LongText } from './LongText.tsx'

const NONE: readonly Visit[] = []

/** What the last run gave the node and got from it. */
export function RunTab({ id, kind }: { readonly id: string; readonly kind: NodeKind }) {
  const last = useNodeState(id)
  const visits = useRun((run) => run.current?.visits ?? NONE)
  const own = useMemo(() => visits.filter(({ node }) => node === id), [visits, id])
  // Null is the last one, whichever that comes to be.
  const [chosen, setChosen] = useState<number | null>(null)
  const earlier = own.find(({ state }) => state.visit === chosen)?.state
  const state: ShownState = earlier ?? last
  if (state.status === 'idle') return <p className="inspector-note">This node had no part in the last run.</p>
  return (
    <div className="run-tab">
      {own.length > 1 && (
        <div className="run-tab-visits" role="radiogroup" aria-label="Visit">
          {own.map(({ state: { visit, status } }, at) => {
            const isLast = at === own.length - 1
            const isChosen = chosen === visit || (earlier === undefined && isLast)
            return (
              <button key={visit} type="button" role="radio" aria-checked={isChosen} className="run-tab-visit status" data-status={status} data-testid={`run-visit-${visit}`} onClick={() => setChosen(isLast ? null : visit)}>
                <StatusIcon status={status} />
                {`#${visit}`}
              </button>
            )
          })}
        </div>
      )}
      <p className="status run-tab-status" data-status={state.status}>
        <StatusIcon status={state.status} />
        <Summary state={state} />
      </p>
      <Outcome state={state} kind={kind} />
      {'input' in state && state.input !== null && (
        <section>
          <h3>Input</h3>
          <LongText text={textOf(state.input)} label="Input" />
        </section>
      )}
      <Facts state={state} />
    </div>
  )
}

function Summary({ state }: { readonly state: ShownState }) {
  switch (state.status) {
    case 'running':
      return <>Running <Elapsed since={state.started_at} /></>
    case 'completed':
      return <>{`Completed in ${duration(state.ms)}`}{state.restored && ', restored'}</>
    case 'failed':
      return <>{state.ran ? `Failed after ${duration(state.ms)}` : 'Failed without running'}</>
    case 'skipped':
      return <>{`Skipped: ${state.reason}`}</>
    case 'interrupted':
      return <>{`Interrupted at ${timeOfDay(state.since)}. Resume the run to go on.`}</>
    case 'unknown':
      return <>{`Unknown since ${timeOfDay(state.since)}: no contact to the server.`}</>
    case 'queued':
      return <>Queued</>
    case 'idle':
      return null
  }
}

function Elapsed({ since }: { readonly since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return <span>{clock(now - Date.parse(since))}</span>
}

function Outcome({ state, kind }: { readonly state: ShownState; readonly kind: NodeKind }) {
  if (state.status === 'running') {
    return (
      <section>
        <h3>Output <span className="run-tab-hint">{state.retry ? `try ${state.retry.attempt + 1}: ${state.retry.error.message}` : 'streaming'}</span></h3>
        <LongText text={state.live} label="Output so far" follow />
      </section>
    )
  }
  if (state.status === 'completed') {
    return (
      <section>
        <h3>Output {state.simulated && <span className="chip">simulated</span>}</h3>
        <LongText text={textOf(state.output)} label="Output" />
        {kind === 'verifier' && <p className="run-tab-help">A FAIL stops nothing: the node has done its work.</p>}
        {kind === 'router' && <p className="run-tab-help">A router names a way; it stops nobody.</p>}
      </section>
    )
  }
  if (state.status === 'failed') {
    return (
      <section>
        <h3>Error</h3>
        <p className="run-tab-error"><Prose text={state.error.message} /></p>
        {state.error.hint !== undefined && <p className="run-tab-help"><Prose text={state.error.hint} /></p>}
      </section>
    )
  }
  return null
}

function Facts({ state }: { readonly state: ShownState }) {
  const model = useRun((run) => run.current?.options?.model)
  const usage: Usage | undefined = state.status === 'completed' ? state.usage : undefined
  if (!('started_at' in state)) return null
  return (
    <dl className="facts">
      <dt>Started</dt>
      <dd>{new Date(state.started_at).toLocaleTimeString()}</dd>
      {model !== undefined && <><dt>Model of the run</dt><dd className="mono">{model}</dd></>}
      {usage && <><dt>Tokens</dt><dd>{`${usage.input.toLocaleString('en')} in · ${usage.output.toLocaleString('en')} out`}</dd></>}
      {usage?.cost !== undefined && <><dt>Cost</dt><dd>{`$${usage.cost.toFixed(usage.cost < 0.01 ? 4 : 2)}`}</dd></>}
      {'items' in state && state.items && <><dt>Items</dt><dd>{itemsWords(state.items)}</dd></>}
      {'visit' in state && state.visit > 1 && <><dt>Visit</dt><dd>{state.visit}</dd></>}
    </dl>
  )
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
