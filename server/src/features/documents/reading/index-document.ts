import type { ExtractedDocument } from '@parvis/document-reading'
import type { Context } from '../../../context.ts'
import type { JobEnd, JobHandler, JobRun } from '../../../platform/jobs/worker.ts'
import { queueVectors } from './embed-passages.ts'
import { createReadingTurn, forgetRecognised, pageGraceMs, readingTurnMs, type TurnOptions } from './reading-turn.ts'
import { cutPages, loadReading, storeReading } from './stored-pages.ts'

/** Share of the work that reading is, in percent; the rest is writing the index. */
const readingShare = 90
/** From this many characters on, writing the index is long too. */
const longCharacters = 1_000_000

const readAheadEveryMs = 2_000

const givenUp = 'l’indexation a échoué trois fois de suite. Réessayez, ou convertissez le fichier en PDF'
const fileMissing = 'le fichier d’origine est introuvable. Déposez-le à nouveau'

/**
 * Reads a document and indexes it. Whatever happens it ends `indexe`, or `echec` with the reason in French; only a fault
 * of the machine is tried again. The former index serves until the new one is whole (trust cases REL-20 to REL-23). What
 * cannot be read at once goes to the long lane, where it is read page by page, in turns with other people's documents.
 */
export function indexDocumentHandler(context: Context, { turnMs = readingTurnMs, graceMs = pageGraceMs } = {}): JobHandler {
  let readAheadAt = -Infinity
  return {
    async run(run) {
      const id = run.job.document_id!
      try {
        const end = await indexDocument(context, id, { ...run, turnMs, graceMs })
        if (end !== undefined) return end
        // Read ahead what was just written, so that the next question does not have to; in a long queue, not after each.
        if (performance.now() - readAheadAt > readAheadEveryMs) {
          await context.retrieval.warmUp(context.db).catch(() => {})
          readAheadAt = performance.now()
        }
      } catch (error) {
        // Deleted while it was being indexed: nothing of it remains, and nothing is left to do.
        if (await exists(context, id).catch(() => true)) throw error
      }
    },
    giveUp: (job) => fail(context, job.document_id!, givenUp),
  }
}

type IndexRun = JobRun & Omit<TurnOptions, 'signal'>

async function indexDocument(context: Context, id: string, run: IndexRun): Promise<JobEnd> {
  const { db } = context
  const { signal, job } = run
  const row = await db
    .updateTable('document')
    .set({ state: 'en_cours', state_reason: null })
    .where('id', '=', id)
    .returning(['original_filename', 'blob_id', 'format', 'uploader_id'])
    .executeTakeFirst()
  if (row === undefined) return
  const document = (await loadReading(db, id)) ?? (await readDocument(context, id, row, run))
  if (document === null) return
  if (typeof document === 'string') {
    if (document !== 'turn') await wait(context, id, document)
    return document
  }
  if (job.lane === 'short' && charactersOf(document) > longCharacters) {
    await wait(context, id, 'long')
    return 'long'
  }
  const title = titleOf(document, row.original_filename)
  signal.throwIfAborted()
  await context.retrieval.indexDocument(db, { document_id: id, title, format: row.format, pages: cutPages(document.pages) }, { signal })
  await db.updateTable('document').set({ state: 'indexe', state_reason: null }).where('id', '=', id).execute()
  if (await context.retrieval.lacksVectors(db, id)) await queueVectors(context)
}

type Reading = Pick<ExtractedDocument, 'title' | 'pages'>

/** What a document is found under: its title and the name of its file, once where they are the same. */
export function titleOf({ title }: Pick<Reading, 'title'>, original_filename: string): string {
  const name = original_filename.replace(/\.[^.]+$/, '').replace(/[_]+/g, ' ')
  return title === null || title === name ? name : `${title} — ${name}`
}

/** Null when the document cannot be read: it then says why. A word when it is to be read, or read on, later. */
async function readDocument(
  context: Context,
  id: string,
  row: { original_filename: string; blob_id: string; uploader_id: string | null },
  { job, report, ...turnOptions }: IndexRun,
): Promise<Reading | Exclude<JobEnd, void> | null> {
  const { db } = context
  const onProgress = (done: number, total: number) => report((readingShare * done) / Math.max(total, 1))
  const turn = await createReadingTurn(context, job, turnOptions)
  const { original_filename, blob_id, uploader_id } = row
  const result = await turn.read((options) =>
    context.blobs.lend(blob_id, (path) => context.extractor.extract({ path, original_filename }, { ...options, owner: uploader_id, onProgress })),
  )
  if (typeof result === 'string') return result
  if (result === null || !result.ok) {
    await fail(context, id, result === null ? fileMissing : result.failure.reason)
    return null
  }
  await storeReading(db, id, result.document, turnOptions.signal)
  await forgetRecognised(db, id)
  return result.document
}

function charactersOf({ pages }: Reading): number {
  return pages.reduce(
    (sum, { blocks }) => sum + blocks.reduce((size, block) => size + (block.kind === 'table' ? block.rows.flat().join('').length : block.text.length), 0),
    0,
  )
}

/** Back among those that wait; why, when it is until the next day. */
async function wait({ db, config }: Context, id: string, end: 'long' | 'tomorrow'): Promise<void> {
  const reason = `les documents numérisés d’une même personne sont lus ${config.ocrMinutesPerDay} minutes par jour au plus : la suite sera lue demain`
  await db
    .updateTable('document')
    .set({ state: 'en_attente', state_reason: end === 'tomorrow' ? reason : null })
    .where('id', '=', id)
    .execute()
}

async function fail(context: Context, id: string, reason: string): Promise<void> {
  await context.db.updateTable('document').set({ state: 'echec', state_reason: reason }).where('id', '=', id).execute()
}

/** Whether a document is still there: it may be deleted while it is read. */
export async function exists(context: Pick<Context, 'db'>, id: string): Promise<boolean> {
  return (await context.db.selectFrom('document').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}
