import { routes, type RouteAnswer } from '@parvis/contract'
import { normalizeBlock, withId } from '@parvis/written-document'
import type { Caller, Context } from '../../../context.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { removeBlobs } from '../../../platform/remove-blobs.ts'
import { validate } from '../../../platform/errors/validate.ts'
import type { MultipartUpload } from '../../../platform/http/handler.ts'
import { receiveFile } from '../../documents/uploads/receive-file.ts'
import { createWrittenDocument } from '../write-document.ts'

/** Takes any number of bytes: the file is deleted once it is read. The size of one file is limited by the upload. */
const noQuota = { take: () => {}, release: () => {}, end: () => {} }

/** Creates a handler that throws an error of `receiveFile` with its reason alone: the page names the file in its own sentence. */
const withoutFileName =
  (field: string) =>
  (error: unknown): never => {
    const reason = error instanceof AppError ? error.details?.fields?.[field] : undefined
    throw error instanceof AppError && reason !== undefined ? new AppError(error.code, { ...error.details, sentence: reason }, { cause: error }) : error
  }

/**
 * Makes a written document of a Word or OpenDocument file. Pending insertions are kept, pending deletions dropped; the warnings say so. The file itself is
 * not stored.
 * @throws {AppError} `written_documents.format`, `written_documents.unreadable` with the reason, `request.invalid`, and the errors of `receiveFile` and of
 *   `createWrittenDocument`
 */
export async function importWrittenDocument(
  context: Context,
  caller: Caller,
  upload: MultipartUpload,
  disconnected: AbortSignal,
): Promise<RouteAnswer<typeof routes.writtenFiles.import>> {
  for await (const part of upload.files()) {
    if (!/\.(?:docx|odt)$/i.test(part.filename)) throw new AppError('written_documents.format')
    const file = await receiveFile(context, part, noQuota).catch(withoutFileName(part.field))
    try {
      const read = await context.blobs.withPath(file.blob_id, (path) =>
        context.extractor.extract({ path, original_filename: file.original_filename }, { signal: disconnected, owner: caller.id, effort: 'text', rich: true }),
      )
      // The file was just written: no reading means that the disk lost it.
      if (read === null) throw new AppError('written_documents.unreadable')
      if (!read.ok) throw new AppError('written_documents.unreadable', { sentence: `Ce fichier n’a pas pu être lu\u00a0: ${read.failure.reason}.` })
      const fields = routes.writtenFiles.import.body.safeParse(upload.fields)
      if (!fields.success) throw new AppError('request.invalid')
      const title = fields.data.title ?? read.document.title ?? file.original_filename.replace(/\.[^.]*$/, '')
      const blocks = (read.document.rich ?? []).map((block) => withId(normalizeBlock(block)))
      // A file may have wider tables, or more blocks, than a document may.
      const body = validate(routes.writtenDocuments.create.body, { ...fields.data, title: title.slice(0, 200), blocks })
      const created = await createWrittenDocument(context, caller.id, body, 'import')
      return { ...created, warnings: read.document.warnings.map(({ message }) => message) }
    } finally {
      await removeBlobs(context, [file.blob_id])
    }
  }
  throw new AppError('written_documents.format')
}
