// The walls of the house: who may import whom. Type-only imports count too, since a type that
// crosses a wall ties two rooms together as firmly as a value does.

const CORE = '^src/core/'

/** A room may import itself and what is listed; anything else inside the project, and every package, is refused. */
function room(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: '\\.test\\.tsx?$|/testing/' },
    to: { pathNot: [from, ...allowed].join('|') },
  }
}

const FOUNDATION = ['^src/core/(text/|diagnostic\\.ts$)']
const TOOLS = [...FOUNDATION, '^src/core/(source|template|reference|graph|prompt)/']
/** What dialects share: everything beside their folders but the registry, which knows them all. */
const DIALECTS_SHARE = '^src/core/dialects/(?!registry|definitions)[^/]+\\.ts$'

/** One rule a dialect would need a list of all others; a group reference says "not this one" for any number of them. */
const dialectsApart = {
  name: 'dialects-stand-alone',
  comment: 'A dialect never imports another dialect: what two share belongs in a room of its own.',
  severity: 'error',
  from: { path: '^src/core/dialects/([^/]+)/' },
  to: { path: '^src/core/dialects/[^/]+/', pathNot: '^src/core/dialects/$1/' },
}

const PANES = '(canvas|editor|inspector|layout|runs|files)'

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'No cycles, type-only ones included.', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', comment: 'An import that resolves to nothing.', from: {}, to: { couldNotResolve: true, pathNot: '\\?(worker|url|raw)' } },
    {
      name: 'declared-packages',
      severity: 'error',
      comment: 'Only packages that package.json names.',
      from: { path: '^(src|server)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },

    room('core-foundation', '^src/core/(text/|diagnostic\\.ts$)', [], 'Text and diagnostics import nothing beyond each other.'),
    room('core-source', '^src/core/source/', [...TOOLS, '(^|/)node_modules/yaml/'], 'Source is the only room that may import yaml.'),
    room('core-tools', '^src/core/(template|reference|graph|prompt)/', TOOLS, 'Templates, references, graphs and prompts import text, source and each other.'),
    room('core-agent-file', '^src/core/agent-file/', [...TOOLS, DIALECTS_SHARE], 'What agent files share knows the tools, the dialect interface and what all dialects share.'),
    room('core-dialect', '^src/core/dialects/[^/]+/', [...TOOLS, '^src/core/agent-file/', DIALECTS_SHARE], 'A dialect imports the tools, the interface and what dialects share.'),
    dialectsApart,
    room('core-convert-document', '^src/core/(convert|document|merge)/', [...TOOLS, '^src/core/(convert|document|merge)/', '^src/core/dialects/[^/]+\\.ts$'], 'Documents and conversions reach dialects through the registry, and never a run.'),
    room('core-language', '^src/core/language/', [...TOOLS, '^src/core/document/', '^src/core/dialects/[^/]+\\.ts$'], 'What is known of a place in a text comes from its document and its dialect.'),
    room('core-picture', '^src/core/picture/', ['^src/core/graph/'], 'A picture is drawn from a view alone.'),
    room('core-run', '^src/core/run/', [...FOUNDATION, '^src/core/graph/'], 'A run knows diagnostics and graphs.'),
    room('core-is-pure', CORE, ['(^|/)node_modules/yaml/'], 'The core imports nothing from outside itself.'),

    {
      name: 'one-door-to-the-core',
      severity: 'error',
      comment: 'Everybody outside the core imports core/index.ts.',
      from: { path: '^(src/(app|protocol)|server|bench|e2e)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: CORE, pathNot: '^src/core/index\\.ts$' },
    },
    room('protocol', '^src/protocol/', ['^src/core/index\\.ts$', '(^|/)node_modules/zod/'], 'The protocol imports the core and Zod.'),
    {
      name: 'app-never-server',
      severity: 'error',
      comment: 'The browser imports nothing of the server, and the server nothing of the browser.',
      from: { path: '^src/app/' },
      to: { path: '^server/' },
    },
    { name: 'server-never-app', severity: 'error', from: { path: '^server/' }, to: { path: '^src/app/' } },
    {
      name: 'panes-meet-in-state',
      severity: 'error',
      comment: 'Panes share the state stores and the shell\'s shared parts, never each other.',
      from: { path: `^src/app/${PANES}/` },
      to: { path: `^src/app/${PANES}/`, pathNot: '^src/app/$1/' },
    },
    {
      name: 'state-below-panes',
      severity: 'error',
      comment: 'State and the client know no pane and no shell.',
      from: { path: '^src/app/(state|api)/' },
      to: { path: `^src/app/(${PANES}|shell)/` },
    },
    {
      name: 'heavy-parts-in-their-rooms',
      severity: 'error',
      comment: 'React Flow belongs to the canvas, Monaco to the editor, ELK to the layout.',
      from: { path: '^src/app/', pathNot: '^src/app/(canvas|editor|layout)/' },
      to: { path: '(^|/)node_modules/(@xyflow|monaco-editor|elkjs)/' },
    },
    { name: 'flow-in-canvas', severity: 'error', from: { path: '^src/app/(editor|layout)/' }, to: { path: '(^|/)node_modules/@xyflow/' } },
    { name: 'monaco-in-editor', severity: 'error', from: { path: '^src/app/(canvas|layout)/' }, to: { path: '(^|/)node_modules/monaco-' } },
    { name: 'elk-in-layout', severity: 'error', from: { path: '^src/app/(canvas|editor)/' }, to: { path: '(^|/)node_modules/elkjs/' } },
    {
      name: 'engine-knows-ports-only',
      severity: 'error',
      comment: 'The engine never imports a concrete store, provider, tool or executor.',
      from: { path: '^server/engine/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^server/', pathNot: '^server/engine/' },
    },
    {
      name: 'stores-know-ports-only',
      severity: 'error',
      from: { path: '^server/(store|providers)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^server/(routes|workspace|cli|executors|app|main)' },
    },
    {
      name: 'crash-points-at-the-root',
      severity: 'error',
      comment: 'Crash points exist in the composition roots of a build for tests, and nowhere else.',
      from: { path: '^(src|server)/', pathNot: '\\.test\\.ts$|/testing/|^server/(main|cli/runs-of-folder)\\.ts$' },
      to: { path: '^server/crash-point' },
    },
    {
      name: 'tests-stay-tests',
      severity: 'error',
      comment: 'Shipped code never imports a test or what tests share.',
      from: { path: '^(src|server)/', pathNot: '\\.test\\.tsx?$|/testing/|/contract\\.ts$' },
      to: { path: '\\.test\\.tsx?$|/testing/|(^|/)node_modules/(vitest|fast-check|@playwright)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/\\.cache)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'], extensions: ['.ts', '.tsx', '.js', '.json', '.css'] },
  },
}
