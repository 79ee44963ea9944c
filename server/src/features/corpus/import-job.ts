import type { Context } from '../../context.ts'
import type { JobEnd, JobHandler } from '../../platform/jobs/worker.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { continueImport, failImport, queueImport } from './import-corpus.ts'
import { hasOutdatedArticles, indexOutdatedArticles } from './search/index-articles.ts'

/** Duration of one run, in milliseconds, after which other long jobs get their turn. */
const budgetMs = 30_000

const fileMissing = 'Le fichier du corpus est introuvable. Importez-le à nouveau.'
const gaveUp = 'L’import a échoué trois fois de suite. Importez le fichier à nouveau.'

const nextImport = ({ db }: Context) =>
  db
    .selectFrom('corpus_import')
    .select(['id', 'blob_id'])
    .where('state', '=', 'en_cours')
    .where('blob_id', 'is not', null)
    .orderBy('created_at')
    .executeTakeFirst()

/**
 * Returns the handler of the `import_corpus` job, which writes a part of the oldest unfinished import at each run, and then indexes the articles that have no
 * index of the current analysis of texts.
 */
export function importCorpusHandler(context: Context): JobHandler {
  return {
    async run({ signal }): Promise<JobEnd> {
      const next = await nextImport(context)
      if (next === undefined) {
        const end = performance.now() + budgetMs
        return (await indexOutdatedArticles(context, signal, () => signal.aborted || performance.now() > end)) ? undefined : 'turn'
      }
      const end = await context.blobs
        .withPath(next.blob_id!, (path) => continueImport(context, next.id, path, { budgetMs, signal }))
        .catch((error: unknown) => {
          // Removed, replaced, or written by another process meanwhile: the next run sees what is left.
          // A changed file has failed by now.
          if (error instanceof AppError && ['request.not_found', 'corpora.changed'].includes(error.code)) return 'more' as const
          throw error
        })
      if (end === null) await failImport(context, context.db, next.id, fileMissing)
      if (end === 'published') await context.retrieval.warmUp(context.db)
      if ((await nextImport(context)) !== undefined) return 'turn'
    },
    async abandon() {
      const next = await nextImport(context)
      if (next !== undefined) await failImport(context, context.db, next.id, gaveUp)
      if ((await nextImport(context)) !== undefined) await queueImport(context)
    },
  }
}

/** Queues the import that a stopped process left unfinished, and the indexing of installed articles, if any. Called at start. */
export async function resumeImports(context: Context): Promise<void> {
  if ((await nextImport(context)) !== undefined || (await hasOutdatedArticles(context.db))) await queueImport(context)
}
