import { routes, type RouteQuery } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler, type MultipartUpload } from '../../platform/http/handler.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Caller, Context } from '../../context.ts'
import { addDocuments, discard, readFields } from './uploads/add-documents.ts'
import { countByCategory, dropEmptyCategories, findCategory } from './categories.ts'
import { pageOfLibrary } from './library-page.ts'
import { toLibraryDocument } from './present.ts'
import { encodedPicture, pictureFormats } from './encoded-picture.ts'
import { changeableDocument, listLibrary, readableDocument, readStates, type DocumentRow } from './queries.ts'
import { listVersions, withVersionErrors } from './validity/versions.ts'
import { proposeDates } from './validity/propose-dates.ts'
import { findVersion, recordVersionEvent } from './validity/audit-versions.ts'
import { updateDocument } from './validity/update-document.ts'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import { todayInParis } from '../../platform/paris.ts'
import { locatePassage, readPassage, readText } from './reading/read-text.ts'
import { readCitedArticle, readCode } from '../corpus/search/read-code.ts'
import { removeBlobs } from '../../platform/remove-blobs.ts'
import { receiveFile, type ReceivedFile } from './uploads/receive-file.ts'
import { openReservation, type QuotaReservation } from './uploads/quota-reservation.ts'

const { documents } = routes

export const documentsHandlers: RouteHandler[] = [
  handle(documents.categories, async ({ context, caller }) => {
    const counted = await countByCategory(context.db, caller.id, todayInParis(context))
    return {
      categories: counted.map(({ name }) => name),
      counts: Object.fromEntries(counted.map(({ name, in_force }) => [name, in_force])),
      totals: Object.fromEntries(counted.map(({ name, count }) => [name, count])),
      restricted: counted.filter(({ is_open }) => !is_open).map(({ name }) => name),
      corpora: counted.filter(({ is_corpus }) => is_corpus).map(({ name }) => name),
    }
  }),

  handle(documents.list, async ({ context, caller, query }) => {
    const wantedCategory = query.category?.trim() ?? ''
    const category = wantedCategory === '' ? undefined : await findCategory(context.db, wantedCategory, caller.id)
    const rows = category === null ? [] : await listLibrary(context.db, caller.id, category?.id)
    return { documents: rows.map((row) => toLibraryDocument(row, caller, todayInParis(context))) }
  }),

  handle(documents.page, ({ context, caller, query }) => pageOfLibrary(context, caller, query)),

  handle(documents.states, async ({ context, caller, query }) => ({ documents: await readStates(context.db, query.ids, caller.id) })),

  handle(documents.upload, async (call) => {
    const { context, caller, upload } = call
    const file = await receiveOne(context, caller.id, upload!)
    if (file === null) throw new AppError('documents.file_required')
    const { client_upload_id, ...fields } = await readFields(context, documents.upload.body, upload!.fields, [file])
    const { documents: added, isKnown } = await withVersionErrors(() => addDocuments(context, caller, [file], fields, client_upload_id))
    if (!isKnown)
      await recordVersionEvent(call, 'document.replace', await findVersion(context.db, fields.supersedes_id ?? null), { ...added[0]!, owner_id: null })
    return { message: 'Document chargé dans la bibliothèque', document: await shownDocument(context, added[0]!.id, caller) }
  }),

  handle(documents.download, async ({ context, caller, params }) => {
    const { blob_id, sha256, original_filename } = await readableDocument(context.db, params.id, caller.id)
    if (blob_id === null) throw new AppError('documents.no_file')
    const file = await context.blobs.read(blob_id, sha256)
    if (file === null) throw notFound()
    // One neutral type for all files: a browser must not open uploaded content.
    return { ...file, filename: original_filename, media_type: 'application/octet-stream' }
  }),

  handle(documents.picture, async ({ context, caller, params, disconnected }) => {
    const { blob_id, ...row } = await readableDocument(context.db, params.id, caller.id)
    const picture = blob_id !== null && pictureFormats.has(row.format) ? await encodedPicture(context, { ...row, blob_id }, disconnected) : null
    if (picture === null) throw notFound()
    const { bytes, media_type } = picture
    return { content: bytes, size: bytes.length, media_type, filename: row.original_filename.replace(/\.[^.]*$/, media_type === 'image/png' ? '.png' : '.jpg') }
  }),

  handle(documents.text, async ({ context, caller, params, query }) => {
    const document = await readableDocument(context.db, params.id, caller.id)
    if (document.corpus_code !== null) return readCodeText(context, caller, document, query)
    const passage = query.passage === undefined ? null : await readPassage(context.db, params.id, query.passage)
    return {
      document: toLibraryDocument(document, caller, todayInParis(context)),
      passage,
      ...(await readText(context.db, params.id, { from: query.from, passage })),
    }
  }),

  handle(documents.passage, async ({ context, caller, params }) => {
    const document = await readableDocument(context.db, params.id, caller.id)
    if (document.corpus_code !== null)
      return { document: toLibraryDocument(document, caller, todayInParis(context)), passage: await readCitedArticle(context.db, params.id, params.passage_id) }
    const passage = await readPassage(context.db, params.id, params.passage_id)
    const position = passage.page_from === null ? null : await locatePassage(context.db, params.id, passage)
    return { document: toLibraryDocument(document, caller, todayInParis(context)), passage: { ...passage, page_share: position?.share ?? null } }
  }),

  handle(documents.retry, async ({ context, caller, params }) => {
    await changeableDocument(context.db, params.id, caller)
    await context.db.transaction().execute(async (db) => {
      await db.updateTable('document').set({ state: 'en_attente', state_reason: null, read_at: null }).where('id', '=', params.id).execute()
      await enqueue(db, 'index_document', params.id, { person_id: caller.id })
    })
    context.worker.wake()
    return { message: 'Le document va être relu', document: await shownDocument(context, params.id, caller) }
  }),

  handle(documents.versions, async ({ context, caller, params }) => {
    await readableDocument(context.db, params.id, caller.id)
    const rows = await listVersions(context.db, params.id, caller.id)
    return { versions: rows.map((row) => toLibraryDocument(row, caller, todayInParis(context))) }
  }),

  handle(documents.dateProposals, async ({ context, caller, params }) =>
    proposeDates(context.db, await readableDocument(context.db, params.id, caller.id), caller.id),
  ),

  handle(documents.update, async (call) => {
    const { context, caller, params, body } = call
    await updateDocument(call, params.id, body)
    return { message: 'Document mis à jour', document: await shownDocument(context, params.id, caller) }
  }),

  handle(documents.remove, (call) => {
    const { context, caller, params } = call
    const remove = async () => {
      const removed = await changeableDocument(context.db, params.id, caller)
      const former = await findVersion(context.db, removed.supersedes_id)
      // Deletes its pages, passages and job too: an answer being written no longer finds them. The version that it replaced is in force again.
      await withRetries(() => context.db.deleteFrom('document').where('id', '=', params.id).execute())
      if (removed.blob_id !== null) await removeBlobs(context, [removed.blob_id])
      await recordVersionEvent(call, 'document.restore', former, removed)
      await dropEmptyCategories(context.db)
      return { message: 'Document supprimé' }
    }
    return audited(call, 'document.remove', remove, params.id)
  }),
]

/** Reads the text of a code of a corpus, from an index or from the article that a source cites. @throws {AppError} `request.not_found` */
async function readCodeText(context: Context, caller: Caller, document: DocumentRow, query: RouteQuery<typeof documents.text>) {
  const today = todayInParis(context)
  const passage = query.passage === undefined ? null : await readCitedArticle(context.db, document.id, query.passage)
  const text = await readCode(context.db, document.id, { from: query.from, passage_id: passage?.passage_id ?? null, today })
  return { document: toLibraryDocument(document, caller, today), passage, ...text }
}

/** Reads a document as its reader sees it now. @throws {AppError} `request.not_found` */
const shownDocument = async (context: Context, id: string, caller: Caller) =>
  toLibraryDocument(await readableDocument(context.db, id, caller.id), caller, todayInParis(context))

/** Receives the first `file` part of an upload; other parts are discarded. Null without one. */
async function receiveOne(context: Context, uploader_id: string, upload: MultipartUpload): Promise<ReceivedFile | null> {
  let file: ReceivedFile | null = null
  let claim: QuotaReservation | null = null
  try {
    for await (const part of upload.files()) {
      if (part.field === 'file' && file === null && part.filename !== '') {
        claim = await openReservation(context, uploader_id, upload.minFileBytes)
        file = await receiveFile(context, part, claim)
      } else part.content.resume()
    }
  } catch (error) {
    if (file !== null) await discard(context, [file])
    throw error
  } finally {
    claim?.end()
  }
  return file
}
