import { readHead } from '../workspace/git.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { answerWith, unreadablePath } from './files.ts'
import { problemOf } from './problem.ts'
import { type Route, wildcard } from './route.ts'

const PREFIX = '/api/git/head/'

/** What the folder's repository knows of a file. */
export function gitRoutes(workspace: Workspace): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/git/head/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const contained = await workspace.contain(path)
        if (!contained.ok) return problemOf(contained.fault)
        return answerWith(await readHead(workspace.root, contained.value.entry))
      },
    },
  ]
}
