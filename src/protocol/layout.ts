import { filePath } from './files.ts'
import { dictionary, z } from './schema.ts'

const coordinate = z.number().min(-1e7).max(1e7)

export const positionSchema = z.object({ x: coordinate, y: coordinate })
export type Position = z.infer<typeof positionSchema>

/** Positions of the nodes of one file that the user moved, by node id. */
export const filePositionsSchema = dictionary(positionSchema)
export type FilePositions = z.output<typeof filePositionsSchema>

/** `GET /api/layout`: by file, then by node id. Objects without a prototype. */
export const layoutSchema = dictionary(filePositionsSchema)
export type Layout = z.output<typeof layoutSchema>

/** `PUT /api/layout`: replaces the positions of one file (none removes it), so that tabs with other files do not collide. Answers 204. */
export const saveLayoutSchema = z.strictObject({ file: filePath, nodes: filePositionsSchema })
export type SaveLayout = z.output<typeof saveLayoutSchema>
