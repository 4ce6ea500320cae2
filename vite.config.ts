import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

// Nothing in the core or in the protocol happens on import: what the first page, or a worker, does not use of it goes with the part that does.
const treeshake = { moduleSideEffects: [{ test: /[\\/]src[\\/](?:core|protocol)[\\/]/, sideEffects: false }] }

/** The canvas is a part of its own, but the first picture needs it: it is fetched with the page, not after it. */
function canvasWithPage(): Plugin {
  return {
    name: 'canvas-with-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        // Pages beside the editor's own, such as those that it is measured against, have no canvas of it.
        if (filename !== fileURLToPath(new URL('index.html', import.meta.url))) return []
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

/** What reads texts comes after the first picture; one import too many would bring most of the core back into it. */
function readerAfterPage(): Plugin {
  return {
    name: 'reader-after-page',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
      const first = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId === fileURLToPath(new URL('index.html', import.meta.url)) || facadeModuleId?.endsWith('/src/app/canvas/index.ts'))
      const seen = new Set(first)
      for (const chunk of seen) for (const name of chunk.imports) if (chunks.has(name)) seen.add(chunks.get(name)!)
      const registry = [...seen].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/core/dialects/registry.ts')))
      if (registry) this.error(`The first page loads the dialects, in ${registry.fileName}: what reads texts is for src/app/state/reader.ts, and for what comes late.`)
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
