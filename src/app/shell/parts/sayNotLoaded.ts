import type { Session } from '../../state/index.ts'

/** For what is done by a part of the page that comes when it is asked for, and did not come. */
export function sayNotLoaded({ view }: Session): void {
  view.dispatch({ type: 'toast', tone: 'error', text: 'This part of the editor could not be loaded: the server does not answer. Start it again and try once more.' })
}
