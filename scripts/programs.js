/** What is built from `server`: the command line, the library, and what they start in processes and threads of its own. */
export const programs = {
  main: 'server/cli/main.ts',
  library: 'server/library.ts',
  core: 'src/core/index.ts',
  'module-host': 'server/tools/modules/host.ts',
  'compute-worker': 'server/tools/std/compute-worker.ts',
}
