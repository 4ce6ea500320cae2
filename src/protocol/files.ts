import { text, z } from './schema.ts'

/** Relative to the workspace, with forward slashes: `workflows/release.yaml`. */
export const filePath = z.string().check(z.minLength(1), z.maxLength(4096))

/**
 * An opaque name of a file's exact bytes: the value of the `ETag` header, quotes included. Sent back
 * as it came, in `If-Match` or in a body.
 */
export const etag = z.string().check(z.minLength(3), z.maxLength(200))

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
export const renameFileSchema = z.strictObject({ from: filePath, to: filePath, etag, text: z.exactOptional(text) })
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
export const headSchema = z.object({ text: z.nullable(z.string()), commit: z.nullable(z.string()), reason: z.exactOptional(z.string()) })
export type Head = z.infer<typeof headSchema>

/** A page's name for itself: see the header `heddle-client`. Its unsaved texts are kept under it. */
export const session = z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be letters, digits, "_" or "-", at most 64'))

/**
 * An unsaved text. `base` is the version of the file that it was made from, null for a file that does
 * not exist, and `baseText` that version's text, so that both sides of a conflict can be told from what
 * they grew from. Every session keeps its own, so that no page writes over what another one holds.
 */
export const draftSchema = z.object({
  text: z.string(),
  base: z.nullable(z.string()),
  baseText: z.exactOptional(z.nullable(z.string())),
  savedAt: z.string(),
  session: z.exactOptional(z.string()),
})
export type Draft = z.infer<typeof draftSchema>

/** `GET /api/drafts/<path>`: of all sessions, the newest first. */
export const draftsSchema = z.object({ drafts: z.array(draftSchema) })
export type Drafts = z.infer<typeof draftsSchema>

/** `GET /api/drafts`: every file that has some. */
export const draftedSchema = z.object({ paths: z.array(z.string()) })
export type Drafted = z.infer<typeof draftedSchema>

/** `PUT /api/drafts/<path>`: 200 `DraftSaved`. `DELETE /api/drafts/<path>?session=`: that session's, or all (204). */
export const saveDraftSchema = z.strictObject({ text, base: z.nullable(etag), baseText: z.exactOptional(z.nullable(text)), session: z.exactOptional(session) })
export type SaveDraft = z.infer<typeof saveDraftSchema>
export const draftSavedSchema = z.object({ draft: draftSchema })
export type DraftSaved = z.infer<typeof draftSavedSchema>

/** `POST /api/files/restore`: takes a file back from where `DELETE` put it, to where it was. 200 `FileSaved`, 409 `file-exists`. */
export const restoreFileSchema = z.strictObject({ trash: filePath })
export type RestoreFile = z.infer<typeof restoreFileSchema>
