import type { Direction } from '../core/index.ts'
import { filePath } from './files.ts'
import { dictionary, z } from './schema.ts'

const coordinate = z.number().check(z.gte(-1e7), z.lte(1e7))

export const positionSchema = z.object({ x: coordinate, y: coordinate })
export type Position = z.infer<typeof positionSchema>

/** Positions of the nodes of one file that the user moved, by node id. */
export const filePositionsSchema = dictionary(positionSchema)
export type FilePositions = z.output<typeof filePositionsSchema>

export const directionSchema = z.enum(['right', 'down']) satisfies z.ZodMiniType<Direction>

/** How one file is drawn: what the user moved, and which way it runs (to the right when absent). */
const fileLayout = z.object({ direction: z.optional(directionSchema), nodes: filePositionsSchema })
export type FileLayout = z.output<typeof fileLayout>

/** An entry is also read when it holds positions alone, as it did before graphs could run downwards. */
export const fileLayoutSchema = z.union([fileLayout, z.pipe(filePositionsSchema, z.transform((nodes): FileLayout => ({ nodes })))])

/** `GET /api/layout`: by file. Objects without a prototype. */
export const layoutSchema = dictionary<FileLayout>(fileLayoutSchema)
export type Layout = z.output<typeof layoutSchema>

/** `PUT /api/layout`: replaces the layout of one file (no positions and no direction removes it), so that tabs with other files do not collide. Answers 204. */
export const saveLayoutSchema = z.strictObject({ file: filePath, nodes: filePositionsSchema, direction: z.optional(directionSchema) })
export type SaveLayout = z.output<typeof saveLayoutSchema>
