import type { ReactNode } from 'react'
import { Check, CircleAlert, CloudOff } from 'lucide-react'
import { nameFor, useDocument, useSession, useWorkspace } from '../state/index.ts'
import { Tip } from './parts/index.ts'

/** Is what is shown what is on disk? Words and a mark, read out when it changes for the worse. */
export function SavedState() {
  const open = useDocument(({ path }) => path !== null)
  const state = useDocument(({ dirty, saving, saveError, clash, deleted, trouble }) => (clash ? 'clash' : trouble !== null ? 'trouble' : deleted && !saving ? 'deleted' : saveError !== null ? 'failed' : saving ? 'saving' : dirty ? 'dirty' : 'saved'))
  const offline = useWorkspace((workspace) => workspace.offline)
  const as = useOtherName()
  if (!open && !offline) return null
  return (
    <span className="saved-state" data-testid="saved-state" data-state={offline ? 'offline' : state}>
      {offline ? (
        <>
          <CloudOff className="icon icon-14" aria-hidden="true" />
          Offline. Your edits are kept here.
        </>
      ) : (
        <Comparing state={state}>
          <State state={state} />
          {as !== null && <span>· saves as <span className="mono">{as}</span></span>}
        </Comparing>
      )}
    </span>
  )
}

/** Where another version is at hand, the words lead to it. */
function Comparing({ state, children }: { readonly state: string; readonly children: ReactNode }) {
  const { view } = useSession()
  const hasSaved = useDocument(({ saved }) => saved !== null)
  if (state !== 'clash' && !(hasSaved && (state === 'dirty' || state === 'failed'))) return children
  return (
    <Tip text={state === 'clash' ? 'Compare both versions' : 'Compare with the saved file'}>
      <button type="button" className="saved-compare" onClick={() => view.dispatch({ type: 'sheet', sheet: { type: 'compare', with: state === 'clash' ? 'clash' : 'saved' } })}>
        {children}
      </button>
    </Tip>
  )
}

function State({ state }: { readonly state: 'trouble' | 'clash' | 'deleted' | 'failed' | 'saving' | 'dirty' | 'saved' }) {
  switch (state) {
    case 'saved':
      return (
        <>
          <Check className="icon icon-14" aria-hidden="true" />
          Saved
        </>
      )
    case 'saving':
      return (
        <>
          <i className="saved-dot" aria-hidden="true" />
          Saving…
        </>
      )
    case 'dirty':
      return (
        <>
          <i className="saved-dot" aria-hidden="true" />
          Unsaved
        </>
      )
    case 'failed':
      return (
        <>
          <CircleAlert className="icon icon-14" aria-hidden="true" />
          Not saved
        </>
      )
    case 'deleted':
      return (
        <>
          <CircleAlert className="icon icon-14" aria-hidden="true" />
          Gone from disk
        </>
      )
    case 'trouble':
      return (
        <>
          <CircleAlert className="icon icon-14" aria-hidden="true" />
          Not to be read
        </>
      )
    case 'clash':
      return (
        <>
          <CircleAlert className="icon icon-14" aria-hidden="true" />
          Changed on disk
        </>
      )
  }
}

/** The name that the file will be saved under when that is another one, since its format has changed. */
function useOtherName(): string | null {
  const path = useDocument((state) => state.path)
  const format = useDocument((state) => state.document?.format)
  const files = useWorkspace((workspace) => workspace.files)
  if (path === null || format === undefined) return null
  const name = nameFor(path, format, new Set(files.map((file) => file.path)))
  return name === path ? null : (name.split('/').at(-1) ?? name)
}
