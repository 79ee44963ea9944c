import type { ExtractedDocument } from '@parvis/document-reading'
import type { NotNull } from 'kysely'
import type { Context } from '../../../context.ts'
import { AppError, isFilesUnavailable } from '../../../platform/errors/app-error.ts'
import { maxAttempts } from '../../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler, JobRun } from '../../../platform/jobs/worker.ts'
import { queueEmbeddings } from './embed-passages.ts'
import { createReadingTurn, deleteRecognisedPages, pageGraceMs, readingTurnMs, type TurnOptions } from './reading-turn.ts'
import { cutPages, loadReading, storeReading } from './stored-pages.ts'

/** Share of reading in the progress, in percent; the rest is writing the index. */
const readingShare = 90
/** Number of characters from which writing the index takes long too. */
const longCharacters = 1_000_000

const readAheadEveryMs = 2_000

const gaveUpReason = 'l’indexation a échoué trois fois de suite. Réessayez, ou convertissez le fichier en PDF'
const fileDamaged = 'le fichier d’origine n’est plus celui qui a été déposé. Déposez-le à nouveau'
const storeDown = 'l’espace où sont rangés les fichiers ne répond pas\u00a0: le document sera lu dès qu’il répondra'
const fileMissing = 'le fichier d’origine est introuvable. Déposez-le à nouveau'

/**
 * Returns the handler of the `index_document` job, which reads a document and indexes it. It always ends with the state `indexe`, or `echec` with a reason
 * in French; only machine faults are retried, and a file store that does not answer is waited for. The previous index is used until the new one is complete (trust cases REL-20 to REL-23). A document that
 * takes too long moves to the long lane, where it is read page by page, in turns with other people's documents.
 */
export function indexDocumentHandler(context: Context, { turnMs = readingTurnMs, graceMs = pageGraceMs } = {}): JobHandler {
  let readAheadAt = -Infinity
  return {
    async run(run) {
      const id = run.job.document_id!
      try {
        const end = await indexDocument(context, id, { ...run, turnMs, graceMs })
        if (end !== undefined) return end
        // Load the new index now, so that the next question does not have to; in a long queue, not after each document.
        if (performance.now() - readAheadAt > readAheadEveryMs) {
          await context.retrieval.warmUp(context.db).catch(() => {})
          readAheadAt = performance.now()
        }
      } catch (error) {
        // Deleted while it was being indexed: nothing is left to do.
        if (!(await exists(context, id).catch(() => true))) return
        if (isFilesUnavailable(error)) await putBack(context, id, storeDown)
        // A store may give wrong bytes once.
        if (!isFileDamaged(error) || run.job.attempts < maxAttempts) throw error
        await fail(context, id, fileDamaged)
      }
    },
    abandon: (job) => fail(context, job.document_id!, gaveUpReason),
  }
}

const isFileDamaged = (error: unknown): boolean => error instanceof AppError && error.code === 'files.damaged'

type IndexRun = JobRun & Omit<TurnOptions, 'signal'>

async function indexDocument(context: Context, id: string, run: IndexRun): Promise<JobEnd> {
  const { db } = context
  const { signal, job } = run
  const row = await db
    .updateTable('document')
    .set({ state: 'en_cours', state_reason: null })
    .where('id', '=', id)
    .where('blob_id', 'is not', null)
    .returning(['original_filename', 'blob_id', 'sha256', 'format', 'uploader_id'])
    .$narrowType<{ blob_id: NotNull }>()
    .executeTakeFirst()
  if (row === undefined) return
  const document = (await loadReading(db, id)) ?? (await readDocument(context, id, row, run))
  if (document === null) return
  if (typeof document === 'string') {
    if (document !== 'turn') await putBack(context, id, document === 'tomorrow' ? dailyShareReason(context) : null)
    return document
  }
  if (job.lane === 'short' && charactersOf(document) > longCharacters) {
    await putBack(context, id, null)
    return 'long'
  }
  const title = titleOf(document, row.original_filename)
  signal.throwIfAborted()
  await context.retrieval.indexDocument(db, { document_id: id, title, format: row.format, pages: cutPages(document.pages) }, { signal })
  await db.updateTable('document').set({ state: 'indexe', state_reason: null }).where('id', '=', id).execute()
  if (await context.retrieval.isMissingVectors(db, id)) await queueEmbeddings(context)
}

type StoredText = Pick<ExtractedDocument, 'title' | 'pages'>

/** Returns the title that is indexed: the document's title and the name of its file, or one of them when they are equal. */
export function titleOf({ title }: Pick<StoredText, 'title'>, original_filename: string): string {
  const name = original_filename.replace(/\.[^.]+$/, '').replace(/[_]+/g, ' ')
  return title === null || title === name ? name : `${title} — ${name}`
}

/**
 * Reads a document and stores its text.
 * @returns null when it cannot be read (its state then has the reason); a job end when the reading must continue later
 */
async function readDocument(
  context: Context,
  id: string,
  row: { original_filename: string; blob_id: string; sha256: string | null; uploader_id: string | null },
  { job, report, ...turnOptions }: IndexRun,
): Promise<StoredText | Exclude<JobEnd, void> | null> {
  const { db } = context
  const onProgress = (done: number, total: number) => report((readingShare * done) / Math.max(total, 1))
  const turn = await createReadingTurn(context, job, turnOptions)
  const { original_filename, blob_id, sha256, uploader_id } = row
  const result = await turn.read((options) =>
    context.blobs.withPath(blob_id, (path) => context.extractor.extract({ path, original_filename }, { ...options, owner: uploader_id, onProgress }), sha256),
  )
  if (typeof result === 'string') return result
  if (result === null || !result.ok) {
    await fail(context, id, result === null ? fileMissing : result.failure.reason)
    return null
  }
  await storeReading(db, id, result.document, turnOptions.signal)
  await deleteRecognisedPages(db, id)
  return result.document
}

function charactersOf({ pages }: StoredText): number {
  return pages.reduce(
    (sum, { blocks }) => sum + blocks.reduce((size, block) => size + (block.kind === 'table' ? block.rows.flat().join('').length : block.text.length), 0),
    0,
  )
}

const dailyShareReason = ({ config }: Context): string =>
  `les documents numérisés d’une même personne sont lus ${config.ocrMinutesPerDay} minutes par jour au plus\u00a0: la suite sera lue demain`

/** Puts a document back into the waiting state. @param reason why it waits, for people */
async function putBack({ db }: Context, id: string, reason: string | null): Promise<void> {
  await db.updateTable('document').set({ state: 'en_attente', state_reason: reason }).where('id', '=', id).execute()
}

async function fail(context: Context, id: string, reason: string): Promise<void> {
  await context.db.updateTable('document').set({ state: 'echec', state_reason: reason }).where('id', '=', id).execute()
}

/** Whether a document still exists: it may be deleted while it is being read. */
export async function exists(context: Pick<Context, 'db'>, id: string): Promise<boolean> {
  return (await context.db.selectFrom('document').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}
