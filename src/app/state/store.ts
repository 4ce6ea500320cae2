import { createStore, type StoreApi } from 'zustand/vanilla'

/** A store with one way in: everything that may happen to its state is an action. */
export type Store<State, Action, Outcome = void> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'> & {
  dispatch(action: Action): Outcome
}

/** A store whose next state is a pure function of the state and the action. */
export function createReducerStore<State, Action>(initial: State, reduce: (state: State, action: Action) => State): Store<State, Action> {
  const store = createStore<State>(() => initial)
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    dispatch(action) {
      const before = store.getState()
      const after = reduce(before, action)
      if (after !== before) store.setState(after, true)
    },
  }
}
