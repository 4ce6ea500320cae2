import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

// Nothing in the core happens on import: what the first page, or a worker, does not use of it goes with the part that does.
const treeshake = { moduleSideEffects: [{ test: /[\\/]src[\\/]core[\\/]/, sideEffects: false }] }

export default defineConfig({
  root,
  plugins: [react()],
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
    rolldownOptions: { treeshake },
  },
})
