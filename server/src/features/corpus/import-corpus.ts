import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { corpusArticleSchema, type CorpusArticle, type CorpusHeader, type CorpusSignature } from '@parvis/contract'
import { articleKey, identifyCode } from '@parvis/legal-references'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findKnownArticles, prepareIndexes, type ArticleRow, type ArticleToIndex } from './search/index-articles.ts'
import { deleteStrayPassages, writeArticlePassages } from '../../retrieval/article-store.ts'
import { articleDigest, checkPack, effectiveVersions, readParts } from './check-pack.ts'
import { openPack } from './open-pack.ts'
import { publishImport } from './publish-import.ts'

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
  if (taken === undefined && file.blob_id === null) await context.blobs.remove(blob_id)
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
  const { articles_done: doneBefore, digest } = await db
    .selectFrom('corpus_import')
    .select(['articles_done', 'digest'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('request.not_found'))
  const codes = new Map(
    (await db.selectFrom('corpus_code').select(['pack_id', 'code', 'title']).where('import_id', '=', id).execute()).map((row) => [row.pack_id, row]),
  )
  const start = performance.now()
  const hash = createHash('sha256')
  // The signature was checked when the import started.
  const pack = await openPack(path, [])
  let done = doneBefore
  let position = 0
  let batch: CorpusArticle[] = []
  try {
    for await (const part of readParts(pack.readCorpus(), hash)) {
      if (part.kind === 'field') continue
      position += 1
      if (position <= doneBefore) continue
      batch.push(parseArticle(part.json))
      if (batch.length < articlesPerBatch) continue
      await writeBatch(context, id, { articles: batch, codes, done })
      done += batch.length
      batch = []
      if (signal.aborted || (budgetMs !== null && performance.now() - start > budgetMs)) return 'more'
    }
    if (hash.digest('hex') !== digest) throw new AppError('corpora.changed')
  } catch (error) {
    if (error instanceof AppError && error.code === 'corpora.changed') await failImport(context, db, id, error.message)
    throw error
  } finally {
    pack.close()
  }
  if (batch.length > 0) await writeBatch(context, id, { articles: batch, codes, done })
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

type Batch = {
  articles: readonly CorpusArticle[]
  /** Codes of the pack, by their id there. */
  codes: ReadonlyMap<string, { code: string; title: string }>
  /** Number of articles written before it. */
  done: number
}

/** Finds or prepares the index of each article: an article that an import does not change keeps the index that is published. */
async function indexesOf(context: Context, rows: readonly (ArticleRow & ArticleToIndex)[]) {
  const known = await findKnownArticles(
    context.db,
    rows.map(({ versions: _, code_title: __, ...row }) => row),
  )
  const changed = rows.filter(({ pack_id }) => (known.get(pack_id)?.index_no ?? null) === null)
  const { index_numbers, passages } = await prepareIndexes(context, changed)
  const newIndexes = new Map(changed.map(({ pack_id }, index) => [pack_id, `${index_numbers[index]!}`]))
  return {
    passages,
    indexed: rows.map(({ versions: _, code_title: __, ...row }) => ({
      ...row,
      article_no: known.get(row.pack_id)?.article_no ?? null,
      index_no: newIndexes.get(row.pack_id) ?? known.get(row.pack_id)!.index_no,
    })),
  }
}

/** Writes one batch and the progress together, unless another process has written it. */
async function writeBatch(context: Context, import_id: string, { articles, codes, done }: Batch): Promise<void> {
  const rows = articles.map((article) => ({
    pack_id: article.id,
    code: codes.get(article.code)!.code,
    code_title: codes.get(article.code)!.title,
    versions: effectiveVersions(article.versions),
    number: article.number,
    number_key: articleKey(article.number),
    path: article.path,
    digest: articleDigest(article),
  }))
  const versions = articles.flatMap((article) => {
    const effective = new Set(effectiveVersions(article.versions).map(({ id }) => id))
    return article.versions.map(({ id, valid_from, valid_until, state, text }, position) => ({
      article: article.id,
      position,
      pack_id: id,
      valid_from,
      valid_until,
      state,
      text,
      is_corrected: !effective.has(id),
    }))
  })
  const { indexed, passages } = await indexesOf(context, rows)
  await context.db.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('corpus_import')
      .set({ articles_done: done + articles.length })
      .where('id', '=', import_id)
      .where('state', '=', 'en_cours')
      .where('articles_done', '=', done)
      .returning('id')
      .executeTakeFirst()
    if (claimed === undefined) throw new AppError('request.not_found')
    await sql`
      insert into corpus_article (import_id, pack_id, code, number, number_key, path, digest, article_no, index_no)
      select ${import_id}::uuid, r.pack_id, r.code, r.number, r.number_key, r.path, r.digest, coalesce(r.article_no, nextval('corpus_article_serial')), r.index_no
      from jsonb_to_recordset(${JSON.stringify(indexed)}::jsonb)
        as r(pack_id text, code text, number text, number_key text, path text[], digest text, article_no bigint, index_no bigint)`.execute(trx)
    await writeArticlePassages(trx, passages)
    await sql`
      insert into corpus_version (article_id, position, pack_id, valid_from, valid_until, state, text, is_corrected)
      select a.id, r.position, r.pack_id, r.valid_from, r.valid_until, r.state, r.text, r.is_corrected
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb)
        as r(article text, position integer, pack_id text, valid_from date, valid_until date, state text, text text, is_corrected boolean)
      join corpus_article a on a.import_id = ${import_id}::uuid and a.pack_id = r.article`.execute(trx)
  })
}
