import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { troubleOfFirstPage } from './scripts/first-page.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const page = fileURLToPath(new URL('index.html', import.meta.url))

/** Pages beside the editor's own, such as those that it is measured against, have a root of their own, and no canvas. */
const ofEditor: NonNullable<Plugin['apply']> = ({ root: given }, { command }) => command === 'build' && (given === undefined || resolve(given) === resolve(root))

// Nothing in the core or in the protocol happens on import: what the first page, or a worker, does not use of it goes with the part that does.
const treeshake = { moduleSideEffects: [{ test: /[\\/]src[\\/](?:core|protocol)[\\/]/, sideEffects: false }] }

/** The canvas is a part of its own, but the first picture needs it: it is fetched with the page, not after it. */
function canvasWithPage(): Plugin {
  return {
    name: 'canvas-with-page',
    apply: ofEditor,
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith('/src/app/canvas/index.ts') === true)
        if (chunk?.type !== 'chunk') throw new Error('The canvas has no chunk of its own to be fetched with the page.')
        const sheets = [...(chunk.viteMetadata?.importedCss ?? [])]
        const font = Object.values(bundle ?? {}).find(({ fileName }) => /ibm-plex-sans-latin-wght-normal[^/]*\.woff2$/.test(fileName))
        return [
          { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }, injectTo: 'head' as const },
          ...sheets.map((sheet) => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${sheet}` }, injectTo: 'head' as const })),
          ...(font ? [{ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font.fileName}` }, injectTo: 'head' as const }] : []),
        ]
      },
    },
  }
}

/** Fails a build in which the first page loads what reads texts. */
function readerAfterPage(): Plugin {
  return {
    name: 'reader-after-page',
    apply: ofEditor,
    generateBundle(_options, bundle) {
      const trouble = troubleOfFirstPage(Object.values(bundle).filter((part) => part.type === 'chunk'), page)
      if (trouble !== null) this.error(trouble)
    },
  }
}

export default defineConfig({
  root,
  plugins: [react(), canvasWithPage(), readerAfterPage()],
  worker: { format: 'es', rolldownOptions: { treeshake } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures stay files: the content security policy allows no data: URLs for them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    // The look of nothing in the first paint depends on these being preloaded.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake,
      // What the page needs at once comes in two files, not in a dozen that wait for each other.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'page', tags: ['$initial'] },
          ],
        },
      },
    },
  },
})
