/** What the bench calls in the peers' pages. */
export type PeerWindow = Window & {
  /** monaco.html: shows a text in a pane as wide as Heddle's. */
  showText?(text: string, box: { readonly width: number; readonly height: number }): void
  /** flow.html: shows the graph of a text in a box; resolves with the number of nodes. */
  showGraph?(text: string, box: { readonly width: number; readonly height: number }): Promise<number>
  /** layout.html: milliseconds that laying out the graph of a text takes, by Heddle or by the library alone. */
  layOut?(text: string, by: 'heddle' | 'elkjs'): Promise<number>
}

export const peer = window as PeerWindow
