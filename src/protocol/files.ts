import { text, z } from './schema.ts'

/** Relative to the workspace, with forward slashes: `workflows/release.yaml`. */
export const filePath = z.string().min(1).max(4096)

/**
 * An opaque name of a file's exact bytes: the value of the `ETag` header, quotes included. Sent back
 * as it came, in `If-Match` or in a body.
 */
export const etag = z.string().min(3).max(200)

/** `GET /api/files/<path>`; the `ETag` header is the same as `etag`. `text` keeps a byte order mark and line ends. */
export const fileSchema = z.object({
  path: z.string(),
  text: z.string(),
  etag: z.string(),
  /** Bytes on disk. */
  size: z.number(),
  /** ISO 8601. */
  modified: z.string(),
  /** The file may not be written by this user. */
  readOnly: z.boolean(),
})
export type File = z.infer<typeof fileSchema>

/** `PUT /api/files/<path>` with `If-Match: <etag>`: 200 `FileSaved`, 412 `file-changed`, 428 without `If-Match`. */
export const saveFileSchema = z.strictObject({ text })
export type SaveFile = z.infer<typeof saveFileSchema>

/** `POST /api/files`: 201 `FileSaved`, 409 `file-exists`. Missing folders on the way are made. */
export const createFileSchema = z.strictObject({ path: filePath, text })
export type CreateFile = z.infer<typeof createFileSchema>

/**
 * `POST /api/files/rename`: 200 `FileSaved`; 412 `file-changed`, 409 `file-exists`. Draft and node positions follow.
 * With `text` the file is written under its new name with that text, which may be of another format, and the
 * old file goes to the trash; its draft is spent.
 */
export const renameFileSchema = z.strictObject({ from: filePath, to: filePath, etag, text: text.exactOptional() })
export type RenameFile = z.infer<typeof renameFileSchema>

/** The version that is on disk now. */
export const fileSavedSchema = z.object({ path: z.string(), etag: z.string(), size: z.number(), modified: z.string() })
export type FileSaved = z.infer<typeof fileSavedSchema>

/**
 * `DELETE /api/files/<path>` with `If-Match`: 200. The file goes to `trash`, relative to the
 * workspace, from where it can be taken back by hand.
 */
export const fileDeletedSchema = z.object({ path: z.string(), trash: z.string() })
export type FileDeleted = z.infer<typeof fileDeletedSchema>

/**
 * `GET /api/git/head/<path>`: the file as it was last committed. Both are null when there is none:
 * no repository, nothing committed, not in the last commit; `text` alone when it cannot be shown, which `reason` says.
 */
export const headSchema = z.object({ text: z.string().nullable(), commit: z.string().nullable(), reason: z.string().exactOptional() })
export type Head = z.infer<typeof headSchema>

/** An unsaved text. `base` is the version of the file that it was made from, null for a file that does not exist. */
export const draftSchema = z.object({ text: z.string(), base: z.string().nullable(), savedAt: z.string() })
export type Draft = z.infer<typeof draftSchema>

/** `GET /api/drafts/<path>`: null when there is none. `DELETE` removes it (204). */
export const draftAnswerSchema = z.object({ draft: draftSchema.nullable() })
export type DraftAnswer = z.infer<typeof draftAnswerSchema>

/** `PUT /api/drafts/<path>`: 200 `DraftAnswer`. */
export const saveDraftSchema = z.strictObject({ text, base: etag.nullable() })
export type SaveDraft = z.infer<typeof saveDraftSchema>
