import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { corpusArticleSchema, type CorpusArticle, type CorpusHeader, type CorpusSignature } from '@parvis/contract'
import { identifyCode } from '@parvis/legal-references'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { removeBlobs } from '../../platform/remove-blobs.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { deleteStrayPassages } from '../../retrieval/article-store.ts'
import { checkPack, readParts } from './check-pack.ts'
import { openPack } from './open-pack.ts'
import { publishImport } from './publish-import.ts'
import { writeBatch } from './write-batch.ts'

/** Articles written per transaction: an interrupted import loses no more. */
const articlesPerBatch = 250

/** File of a pack: on this machine, and its id among the stored files when it is one. */
type PackFile = { path: string; blob_id: string | null }

/** `more`: the budget is spent, and a job goes on. */
type ImportEnd = 'published' | 'unchanged' | 'more'

/**
 * Checks a pack and imports it. The corpus that is installed serves until the new one is complete. The same file, imported again after an interruption, goes
 * on where it stopped; when a job goes on with it, the job is left alone.
 * @param budgetMs duration, in milliseconds, after which a job takes over; null: no limit, and no job runs
 * @returns `isFileTaken`: a job goes on with this very file
 * @throws {AppError} of `openPack` and `checkPack`, `corpora.older`, `corpora.base`, `corpora.code_taken`
 */
export async function importCorpus(
  context: Context,
  file: PackFile,
  budgetMs: number | null,
): Promise<{ import_id: string; end: ImportEnd; isFileTaken: boolean }> {
  const pack = await openPack(file.path, context.config.corpus.publicKeys)
  const { header, digest } = await checkPack(pack).finally(pack.close)
  const { id, isInstalled, hasJob } = await startImport(context, header, { digest, signature: pack.signature })
  if (isInstalled) return { import_id: id, end: 'unchanged', isFileTaken: false }
  if (hasJob && budgetMs !== null) return { import_id: id, end: 'more', isFileTaken: false }
  const end = await continueImport(context, id, file.path, { budgetMs, signal: AbortSignal.any([]) }).catch((error: unknown) => refuseLost(context, id, error))
  if (end !== 'more') return { import_id: id, end, isFileTaken: false }
  return { import_id: id, end, isFileTaken: await giveToJob(context, id, file) }
}

/**
 * Explains an import that another process wrote at the same time: published or still running, the file is not refused.
 * @throws the error, when the import was removed or failed
 */
async function refuseLost({ db }: Context, id: string, error: unknown): Promise<'published' | 'more'> {
  if (!(error instanceof AppError) || error.code !== 'request.not_found') throw error
  const found = await db.selectFrom('corpus_import').select('state').where('id', '=', id).executeTakeFirst()
  if (found?.state === 'publie') return 'published'
  if (found?.state === 'en_cours') return 'more'
  throw error
}

/** Has a job go on with an import. A file of the operator is copied first: it may be gone when the job runs. @returns whether it has this very file */
async function giveToJob(context: Context, id: string, file: PackFile): Promise<boolean> {
  const blob_id = file.blob_id ?? (await context.blobs.write(createReadStream(file.path))).id
  const taken = await context.db
    .updateTable('corpus_import')
    .set({ blob_id })
    .where('id', '=', id)
    .where('blob_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined && file.blob_id === null) await removeBlobs(context, [blob_id])
  await queueImport(context)
  return taken !== undefined && file.blob_id !== null
}

export async function queueImport(context: Context): Promise<void> {
  await enqueue(context.db, 'import_corpus', null)
  context.worker.wake()
}

/** Returns the import of this file if it is installed or was interrupted; else creates one. `hasJob`: a job goes on with it. */
async function startImport(
  context: Context,
  header: CorpusHeader,
  { digest, signature }: { digest: string; signature: CorpusSignature },
): Promise<{ id: string; isInstalled: boolean; hasJob: boolean }> {
  const { name, source, licence, attribution, extracted_on, based_on, removed } = header
  const codes = header.codes.map(({ id, title, abbreviations }) => ({
    pack_id: id,
    code: identifyCode([title, ...abbreviations, id]) ?? id,
    title,
    abbreviations,
  }))
  return context.db.transaction().execute(async (trx) => {
    // Two imports of one corpus start one after the other.
    await sql`select pg_advisory_xact_lock(7234021, hashtext(${`${source}\n${name}`}))`.execute(trx)
    const all = await trx
      .selectFrom('corpus_import')
      .selectAll()
      .where('source', '=', source)
      .where('name', '=', name)
      .orderBy('extracted_on', 'desc')
      .orderBy('created_at', 'desc')
      .execute()
    const running = all.find(({ state }) => state === 'en_cours')
    const installed = all.find(({ state }) => state === 'publie')
    if (installed?.digest === digest) {
      await trx.updateTable('corpus_import').set({ signature }).where('id', '=', installed.id).execute()
      return { id: installed.id, isInstalled: true, hasJob: false }
    }
    if (installed !== undefined && installed.extracted_on > extracted_on)
      throw new AppError('corpora.older', { sentence: olderSentence(installed.extracted_on, extracted_on) })
    if (based_on !== undefined && installed?.extracted_on !== based_on) throw new AppError('corpora.base')
    await refuseTakenCodes(trx, header, codes)
    if (running?.digest === digest) {
      await trx.updateTable('corpus_import').set({ signature }).where('id', '=', running.id).execute()
      return { id: running.id, isInstalled: false, hasJob: running.blob_id !== null }
    }
    if (running !== undefined) await failImport(context, trx, running.id, 'Un autre import de ce corpus l’a remplacé.')
    const { id } = await trx
      .insertInto('corpus_import')
      .values({ name, source, licence, attribution, extracted_on, based_on: based_on ?? null, removed, digest, signature, created_at: context.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('corpus_code')
      .values(codes.map((code) => ({ import_id: id, ...code })))
      .execute()
    return { id, isInstalled: false, hasJob: false }
  })
}

const olderSentence = (installed: string, given: string): string =>
  `Ce corpus a été extrait le ${given.split('-').reverse().join('/')}, avant celui qui est installé (${installed.split('-').reverse().join('/')}). Rien n’a été importé.`

/** @throws {AppError} `corpora.code_taken` when another corpus has one of the codes */
async function refuseTakenCodes(db: Db, { name, source }: CorpusHeader, codes: readonly { code: string; title: string }[]): Promise<void> {
  const taken = await db
    .selectFrom('corpus_code as c')
    .innerJoin('corpus_import as i', 'i.id', 'c.import_id')
    .where('i.state', '=', 'publie')
    .where((eb) => eb.or([eb('i.name', '<>', name), eb('i.source', '<>', source)]))
    .where(
      'c.code',
      'in',
      codes.map(({ code }) => code),
    )
    .select(['c.title', 'i.name'])
    .executeTakeFirst()
  if (taken !== undefined)
    throw new AppError('corpora.code_taken', {
      sentence: `«\u00a0${taken.title}\u00a0» est déjà dans le corpus «\u00a0${taken.name}\u00a0». Retirez-le d’abord.`,
    })
  if (new Set(codes.map(({ code }) => code)).size < codes.length)
    throw new AppError('corpora.invalid', { sentence: 'Ce corpus n’est pas valable. Deux de ses codes sont le même.' })
}

/** Marks an import as failed, with a sentence, and deletes what it wrote. */
export async function failImport(context: Context, db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('corpus_import')
    .set({ state: 'echec', reason, blob_id: null, finished_at: context.now() })
    .where('id', '=', id)
    .where('state', '=', 'en_cours')
    .execute()
  await db.deleteFrom('corpus_article').where('import_id', '=', id).execute()
  await deleteStrayPassages(db)
}

/**
 * Writes the articles of an import that are not written yet, then publishes it.
 * @returns `more` when the budget is spent or the process stops
 * @throws {AppError} `request.not_found` when the import was removed or replaced meanwhile, `corpora.changed` when the file is another one: the import failed
 */
export async function continueImport(
  context: Context,
  id: string,
  path: string,
  { budgetMs, signal }: { budgetMs: number | null; signal: AbortSignal },
): Promise<'published' | 'more'> {
  const { db } = context
  const before = await db
    .selectFrom('corpus_import')
    .select(['articles_done', 'bytes_done', 'digest'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('request.not_found'))
  const codes = new Map(
    (await db.selectFrom('corpus_code').select(['pack_id', 'code', 'title']).where('import_id', '=', id).execute()).map((row) => [row.pack_id, row]),
  )
  const hash = createHash('sha256')
  // The signature was checked when the import started.
  const pack = await openPack(path, [])
  let done = before.articles_done
  let bytes = before.bytes_done
  let batch: CorpusArticle[] = []
  /** Start of the first batch: what comes before is read anew at each run, and does not count in its budget. */
  let start: number | null = null
  try {
    for await (const part of readParts(pack.readCorpus(), hash, before.bytes_done)) {
      if (part.kind === 'field') continue
      start ??= performance.now()
      batch.push(parseArticle(part.json))
      bytes = part.end
      if (batch.length < articlesPerBatch) continue
      await writeBatch(context, id, { articles: batch, codes, done, bytes })
      done += batch.length
      batch = []
      if (signal.aborted || (budgetMs !== null && performance.now() - start > budgetMs)) return 'more'
    }
    if (hash.digest('hex') !== before.digest) throw new AppError('corpora.changed')
  } catch (error) {
    if (error instanceof AppError && error.code === 'corpora.changed') await failImport(context, db, id, error.message)
    throw error
  } finally {
    pack.close()
  }
  if (batch.length > 0) await writeBatch(context, id, { articles: batch, codes, done, bytes })
  await publishImport(context, id)
  return 'published'
}

/** @throws {AppError} `corpora.changed`: the check had found every article valid */
function parseArticle(json: string): CorpusArticle {
  try {
    return corpusArticleSchema.parse(JSON.parse(json))
  } catch (cause) {
    throw new AppError('corpora.changed', {}, { cause })
  }
}
