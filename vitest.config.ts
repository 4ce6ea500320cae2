import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['scripts/vitest/properties.ts'],
    testTimeout: 30_000,
    // All cores: one would be left to the process that only gathers what the others say.
    maxWorkers: '100%',
    restoreMocks: true,
  },
})
