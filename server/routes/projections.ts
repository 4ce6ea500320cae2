import { analyse, openDocument, project } from '../../src/core/index.ts'
import { formatOfEnding } from '../../src/protocol/index.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { unreadablePath } from './files.ts'
import { problem, problemOf } from './problem.ts'
import { json, type Route, wildcard } from './route.ts'

const PREFIX = '/api/projections/'

/**
 * A longer text, in characters, is read by the page alone: nobody else shall wait for this server meanwhile, and
 * what is written densely takes several times as long to read as most texts of its length.
 */
const LONGEST = 32_000

/** What files hold, as they are drawn: read here, so that a page shows its first file before it can read one. */
export function projectionRoutes(workspace: Workspace): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/projections/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const found = await workspace.read(path)
        if (!found.ok) return problemOf(found.fault)
        const { text, etag } = found.value
        if (text.length > LONGEST) return problem('file-too-large', `\`${path}\` is too long to be read here: the editor reads it itself.`, { path })
        const projection = project(analyse(openDocument({ text, format: formatOfEnding(path) ?? 'yaml', name: path })))
        // As a plain list: JSON would write a typed one as an object.
        return json({ etag, projection: { ...projection, ranges: [...projection.ranges] } })
      },
    },
  ]
}
