import { createContext, use, useCallback, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Reader } from './core.ts'
import type { DocumentState } from './documentState.ts'
import type { LayoutState } from './layout.ts'
import type { RunStoreState, ShownState } from './run.ts'
import type { Session } from './session.ts'
import type { TabsState } from './tabs.ts'
import { askedSince, lastAsked, type Asked, type Selection, type ViewState } from './view.ts'
import type { WorkspaceState } from './workspace.ts'

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session of this page: its stores and what can be done. Stable for the life of the page. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of a SessionProvider')
  return session
}

/** The open file as it is drawn: a frame behind the store while its text changes, and with the places and the selection of that moment. */
export function useDocument<T>(select: (state: DocumentState) => T): T {
  return useStore(useSession().drawn, ({ document }) => select(document))
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(useSession().view, select)
}

/**
 * Serves what other panes ask from now on, once each and in order, when the page is drawn.
 * `late`: the latest request too, where it may have been what brought this pane onto the page.
 */
export function useServing(serve: (request: Asked) => void, late?: 'late'): void {
  const requests = useView((state) => state.requests)
  const served = useRef<number | null>(null)
  useEffect(() => {
    served.current ??= lastAsked({ requests }) - (late ? 1 : 0)
    for (const request of askedSince({ requests }, served.current)) {
      served.current = request.seq
      serve(request)
    }
  })
}

export function useLayout<T>(select: (state: LayoutState) => T): T {
  return useStore(useSession().drawn, ({ layout }) => select(layout))
}

/** What is selected, as it is drawn together with the document. */
export function useSelection(): Selection {
  return useStore(useSession().drawn, ({ selection }) => selection)
}

export function useRun<T>(select: (state: RunStoreState) => T): T {
  return useStore(useSession().run, select)
}

/** What is told in passing, as it is drawn: after the change that it is about. */
export function useTold(): Pick<ViewState, 'toasts' | 'announcement'> {
  const { drawn } = useSession()
  const toasts = useStore(drawn, (state) => state.toasts)
  const announcement = useStore(drawn, (state) => state.announcement)
  return { toasts, announcement }
}

/** Of what a command that is pointed at would do: told only when that changes, for each of very many nodes may ask. */
export function useForesight<T>(select: (foresight: ViewState['foresight']) => T): T {
  return useStore(useSession().foreseen, ({ foresight }) => select(foresight))
}

export function useWorkspace<T>(select: (state: WorkspaceState) => T): T {
  return useStore(useSession().workspace, select)
}

export function useTabs<T>(select: (state: TabsState) => T): T {
  return useStore(useSession().drawn, ({ tabs }) => select(tabs))
}

/** Has the first picture of the page been painted? What is not needed for it comes after it. */
export function usePictured(): boolean {
  const { picture } = useSession()
  return useSyncExternalStore(picture.onceShown, picture.isShown)
}

/** What reads the text and changes it; null until it has come. */
export function useReader(): Reader | null {
  const { core } = useSession()
  return useSyncExternalStore(core.onArrival, core.reader)
}

/** The run state of one node: re-renders only when that node's own state changes. */
export function useNodeState(node: string): ShownState {
  return useOfNode(node, whole)
}

/** A part of the run state of one node that compares by identity, such as its status. */
export function useOfNode<T>(node: string, select: (state: ShownState) => T): T {
  const { nodeStates } = useSession()
  return useSyncExternalStore(
    useCallback((listener) => nodeStates.subscribe(node, listener), [nodeStates, node]),
    () => select(nodeStates.get(node)),
  )
}

const whole = (state: ShownState): ShownState => state
