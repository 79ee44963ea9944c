import { routes, type CorpusPreview } from '@parvis/contract'
import { articleKey, identifyCode } from '@parvis/legal-references'
import { audited } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { handle, type MultipartUpload, type RouteHandler } from '../../platform/http/handler.ts'
import { removeBlobs } from '../../platform/remove-blobs.ts'
import { dayInParis } from '../../platform/paris.ts'
import { confirmCitations, listChangedCitations } from './changed-citations.ts'
import { articleDigest, checkPack } from './check-pack.ts'
import { importCorpus } from './import-corpus.ts'
import { listCorpora, removeCorpus } from './list-corpora.ts'
import { openPack } from './open-pack.ts'
import { readArticle } from './read-article.ts'
import { resolveReferences } from './resolve-references.ts'

const { corpora, references } = routes

/** Duration of an import, in milliseconds, that its caller waits for. */
const importBudgetMs = 20_000

export const corpusHandlers: RouteHandler[] = [
  handle(corpora.list, async ({ context }) => ({ corpora: await listCorpora(context.db) })),

  handle(corpora.preview, ({ context, upload }) =>
    withReceivedFile(context, upload!, async ({ path }) => ({ answer: await previewImport(context, path), isRetained: false })),
  ),

  handle(corpora.import, (call) =>
    audited(
      call,
      'corpora.import',
      () =>
        withReceivedFile(call.context, call.upload!, async (file) => {
          const { context } = call
          const { import_id, end, isFileTaken } = await importCorpus(context, file, importBudgetMs)
          // Read now: the next question does not wait for it.
          if (end === 'published') await context.retrieval.warmUp(context.db)
          const corpus = (await listCorpora(context.db)).find(({ id }) => id === import_id)
          if (corpus === undefined) throw new AppError('request.not_found')
          const message = { published: 'Le corpus est importé', unchanged: 'Ce corpus est déjà installé', more: 'L’import continue' }[end]
          return { answer: { message, corpus, ...(await countChanges(context, import_id, corpus.articles)) }, isRetained: isFileTaken }
        }),
      ({ corpus }) => corpus.id,
      { count: ({ corpus }) => corpus.articles },
    ),
  ),

  handle(corpora.remove, (call) =>
    audited(
      call,
      'corpora.remove',
      async () => {
        const removed = await removeCorpus(call.context.db, call.params.id)
        if (removed === null) throw notFound()
        await removeBlobs(call.context, removed.blob_ids)
        return { message: 'Corpus retiré' }
      },
      call.params.id,
    ),
  ),

  handle(references.find, ({ context, body }) => {
    const today = dayInParis(context.now())
    return resolveReferences(context.db, body.text, { at: body.at ?? today, today })
  }),

  handle(references.article, ({ context, caller, query }) => {
    const today = dayInParis(context.now())
    return readArticle(context.db, query, caller.id, { at: query.at ?? today, today })
  }),

  handle(references.changes, async ({ context, caller }) => ({ texts: await listChangedCitations(context.db, caller, dayInParis(context.now())) })),

  handle(references.confirm, async ({ context, caller, body }) => {
    await confirmCitations(context.db, caller, body)
    return { message: 'Texte confirmé' }
  }),
]

/**
 * Stores the uploaded file while `work` runs. It is deleted afterwards, unless a job goes on with it.
 * @throws {AppError} `corpora.file_required`
 */
async function withReceivedFile<T>(
  context: Context,
  upload: MultipartUpload,
  work: (file: { path: string; blob_id: string }) => Promise<{ answer: T; isRetained: boolean }>,
): Promise<T> {
  let blob_id: string | null = null
  for await (const part of upload.files()) {
    if (part.field === 'file' && blob_id === null && part.filename !== '') ({ id: blob_id } = await context.blobs.write(part.content))
    else part.content.resume()
  }
  if (blob_id === null) throw new AppError('corpora.file_required')
  const id = blob_id
  let isRetained = false
  try {
    const done = await context.blobs.withPath(id, (path) => work({ path, blob_id: id }))
    if (done === null) throw new AppError('server.unexpected')
    ;({ isRetained } = done)
    return done.answer
  } finally {
    if (!isRetained) await removeBlobs(context, [id])
  }
}

type Counts = Pick<CorpusPreview, 'added' | 'changed' | 'removed' | 'unchanged'>

async function countChanges({ db }: Context, import_id: string, articles: number): Promise<Counts> {
  const rows = await db
    .selectFrom('corpus_change')
    .select(['kind', ({ fn }) => fn.countAll<string>().as('count')])
    .where('import_id', '=', import_id)
    .groupBy('kind')
    .execute()
  const count = (kind: string) => Number(rows.find((row) => row.kind === kind)?.count ?? 0)
  const [added, changed] = [count('ajoute'), count('change')]
  return { added, changed, removed: count('retire'), unchanged: Math.max(0, articles - added - changed) }
}

/** Compares a pack with what is installed, without writing anything. */
async function previewImport({ db, config }: Context, path: string): Promise<CorpusPreview> {
  const digests = new Map<string, { key: string; digest: string; code: string }>()
  const pack = await openPack(path, config.corpus.publicKeys)
  const { header, articles, versions } = await checkPack(pack, (article) => {
    const key = articleKey(article.number)
    digests.set(article.id, { key, digest: articleDigest(article), code: article.code })
  }).finally(pack.close)
  const codes = new Map(header.codes.map(({ id, title, abbreviations }) => [id, identifyCode([title, ...abbreviations, id]) ?? id]))
  const installed = await db
    .selectFrom('corpus_import as i')
    .leftJoin('corpus_article as a', 'a.import_id', 'i.id')
    .where('i.state', '=', 'publie')
    .where('i.name', '=', header.name)
    .where('i.source', '=', header.source)
    .select(['a.code', 'a.number_key', 'a.digest', 'a.pack_id', 'i.extracted_on'])
    .execute()
  const before = new Map(installed.map((row) => [`${row.code} ${row.number_key}`, row]))
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  const seen = new Set<string>()
  for (const { key, digest, code } of digests.values()) {
    const place = `${codes.get(code)} ${key}`
    seen.add(place)
    const former = before.get(place)
    counts[former === undefined ? 'added' : former.digest === digest ? 'unchanged' : 'changed'] += 1
  }
  const removed = new Set(header.removed)
  counts.removed = [...before].filter(
    ([place, row]) => row.pack_id !== null && !seen.has(place) && (header.based_on === undefined || removed.has(row.pack_id)),
  ).length
  const { name, source, licence, attribution, extracted_on, based_on } = header
  const installed_on =
    installed
      .map((row) => row.extracted_on)
      .toSorted()
      .at(-1) ?? null
  const { signature } = pack
  return { name, source, licence, attribution, extracted_on, signature, articles, versions, ...counts, installed_on, is_differential: based_on !== undefined }
}
