import { measureCanvas } from './editor/canvas.ts'
import type { Context } from './editor/context.ts'
import { measureEdits } from './editor/edits.ts'
import type { Row } from './editor/figures.ts'
import { measureFirstPaint } from './editor/first-paint.ts'
import { measureLayout } from './editor/layout.ts'
import { buildPeers, servePeers } from './editor/peers.ts'
import { measureRounds } from './editor/rounds.ts'
import { measureRuns } from './editor/runs.ts'
import { measureTyping } from './editor/typing.ts'
import { measureUpdates } from './editor/updates.ts'
import type { Bench, Table } from './table.ts'

/** The parts, in the order of the budgets. `npm run bench -- editor:typing` measures one alone. */
const PARTS: readonly (readonly [name: string, measure: (context: Context) => Promise<readonly Row[]>])[] = [
  ['typing', measureTyping],
  ['updates', measureUpdates],
  ['edits', measureEdits],
  ['canvas', measureCanvas],
  ['first-paint', measureFirstPaint],
  ['layout', measureLayout],
  ['runs', measureRuns],
  ['rounds', measureRounds],
]

/** The editor in a real browser, beside the libraries that it is made of with the same content. */
export async function measure({ root, quick, parts, browser, say }: Bench): Promise<Table> {
  const unknown = parts.filter((part) => !PARTS.some(([name]) => name === part))
  if (unknown.length > 0) throw new Error(`the editor's bench has no part ${unknown.join(', ')}; there are ${PARTS.map(([name]) => name).join(', ')}`)
  const program = await browser()
  say('building the pages of the peers...')
  const peers = await servePeers(await buildPeers(root))
  const rows: Row[] = []
  try {
    for (const [name, part] of PARTS) {
      if (parts.length > 0 && !parts.includes(name)) continue
      say(`measuring editor:${name}...`)
      rows.push(...(await part({ root, quick, browser: program, peers: peers.url }).catch((error: unknown) => {
        say(`editor:${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        return [broken(name, error)]
      })))
    }
  } finally {
    peers.close()
  }
  return {
    title: 'The editor in the browser',
    columns: ['what', 'budget', 'Heddle', 'peer', 'met'],
    rows: rows.map(({ what, budget, heddle, peer, met }) => [what, budget, heddle, peer, met === null ? '' : met ? 'yes' : '**no**']),
    notes: [
      'Medians, in headless Chromium without a GPU. Peers are built and measured in turns with Heddle, in the same browser, with the same content: the text editor with the same options, workers and colours; React Flow\'s stress example with the same nodes and edges at the same places; elkjs in a worker.',
      'Keystrokes are timed from the press to the frame that shows them, without waiting for the beat of a screen. Where a larger file waits for a pause in typing before it is read, that pause is not counted. A frame ends where an urgent task begins that was asked for in it: what the page has put off until after the frame is not on the way to the screen.',
      ...(quick ? ['Few rounds (`--quick`): roughly right.'] : []),
    ],
  }
}

/** One part that fails must not cost the figures of the others. */
function broken(name: string, error: unknown): Row {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { what: name, budget: '', heddle: `could not be measured: ${first.replaceAll('|', '/')}`, peer: '', met: false }
}
