import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { workflowOf } from '../../e2e/large-files.ts'
import type { Context } from './context.ts'
import { median, ms, msOf, type Row } from './figures.ts'
import { VIEWPORT, withBrowser } from './launch.ts'
import { Stage } from './stage.ts'

type Painted = Window & { benchPainted?: number }

/** First paint of a file in a browser that has never been here, and what had to be loaded for it. */
export async function measureFirstPaint({ root, browser, quick }: Context): Promise<readonly Row[]> {
  const stage = await Stage.of(root, { 'flow.yaml': workflowOf(100) })
  try {
    const served: number[] = []
    const first: number[] = []
    const cards: number[] = []
    let scripts: readonly Script[] = []
    let needed: readonly Script[] = []
    for (let round = 0; round < (quick ? 2 : 7); round += 1) {
      const began = performance.now()
      const url = await stage.serve()
      served.push(performance.now() - began)
      const paint = await withBrowser(browser, [], async (chromium) => {
        const page = await chromium.newPage({ viewport: VIEWPORT })
        await page.addInitScript(() => {
          const seen = new MutationObserver(() => {
            const card = document.querySelector<HTMLElement>('.react-flow__node')
            if (card === null || getComputedStyle(card).visibility === 'hidden') return
            seen.disconnect()
            requestAnimationFrame(() => {
              const channel = new MessageChannel()
              channel.port1.onmessage = () => void ((window as Painted).benchPainted = performance.now())
              channel.port2.postMessage(0)
            })
          })
          seen.observe(document, { subtree: true, childList: true, attributes: true })
        })
        const loaded: string[] = []
        page.on('request', (request) => void loaded.push(request.url()))
        await page.goto(`${url}&file=flow.yaml`)
        await page.waitForFunction(() => (window as Painted).benchPainted !== undefined && performance.getEntriesByName('first-contentful-paint').length > 0)
        const painted = await page.evaluate(() => ({
          first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
          cards: (window as Painted).benchPainted ?? NaN,
          waitedFor: performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ((window as Painted).benchPainted ?? 0)).map(({ name }) => name),
        }))
        await page.locator('.monaco-editor').first().waitFor()
        return { ...painted, loaded: [...new Set(loaded)] }
      })
      await stage.stop()
      first.push(paint.first)
      cards.push(paint.cards)
      scripts = scriptsOf(root, paint.loaded)
      needed = scriptsOf(root, paint.waitedFor)
    }
    const total = (wanted: readonly Script[]) => wanted.reduce((sum, { gzip }) => sum + gzip, 0)
    const ofPage = ({ part }: Script) => part === 'page'
    const page = scripts.filter(ofPage)
    const picture = needed.filter(ofPage)
    return [
      {
        what: 'first paint of a 100-node file, cold: cards on the canvas',
        budget: '1,500 ms', heddle: `${msOf(cards)}; first paint of anything ${ms(median(first))}; the server was up after ${ms(median(served))}`, peer: '',
        met: median(cards) < 1500,
      },
      {
        what: 'JavaScript of the page before the text editor, gzipped',
        budget: '300 kB', heddle: `${kB(total(page))} in ${page.length} files`, peer: '', met: total(page) < 300_000,
      },
      {
        what: 'of that, what is asked for before the cards are painted, gzipped',
        budget: '300 kB', heddle: `${kB(total(picture))} in ${picture.length} files (${picture.map(({ name, gzip }) => `${name} ${kB(gzip)}`).join(', ')})`,
        peer: '', met: total(picture) < 300_000,
      },
    ]
  } finally {
    await stage.close()
  }
}

type Script = { readonly name: string; readonly gzip: number; readonly part: 'page' | 'editor' }

/** The scripts that were loaded, each with the part of the page that it belongs to. */
function scriptsOf(root: string, urls: readonly string[]): readonly Script[] {
  return urls.flatMap((url) => {
    const { pathname } = new URL(url)
    const name = basename(pathname)
    if (!name.endsWith('.js')) return []
    const code = readFileSync(join(root, 'dist/app', pathname))
    const part = isOfEditor(name, code.toString()) ? 'editor' : 'page'
    return [{ name: name.replace(/-[\w-]{8}\.js$/, ''), gzip: gzipSync(code).length, part }]
  })
}

/** The editor's chunks are those of the pane, of its languages and of their workers. */
function isOfEditor(name: string, code: string): boolean {
  return /worker/i.test(name) || code.includes('monaco-editor') || code.includes('monaco-aria-container')
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
