import type { Context } from '../../context.ts'
import { resumeImports } from '../corpus/import-job.ts'
import { checkEmbeddings } from './reading/embed-passages.ts'
import { checkSearchEngine } from './reading/prepare-search.ts'
import { queueUnindexed, sweepFiles } from './reconcile.ts'
import { sweepInTurn } from './sweep-lease.ts'

const sweepMs = 3_600_000
/** Minimum age, in milliseconds, at which a file without a document is considered stray, however short uploads are. */
const minStrayMs = 3_600_000
/** Interval, in milliseconds, at which this process loads index changes made by other processes, so that questions need not. */
const followMs = 5_000
/** The same when no other process uses the database: a deletion must reach the image of the index even if nobody asks anything. */
const exclusiveFollowMs = 60_000

/**
 * Starts the background work on documents once the server listens: resumes interrupted work, enqueues lost work, runs the job queue and sweeps stray files
 * every hour. Errors are logged and never fail the start.
 * @param exclusive whether no other process uses the database
 * @param longestUploadMs maximum duration of one upload: its first files wait for the last one
 */
export function startLibraryHousekeeping(context: Context, exclusive: boolean, longestUploadMs: number): void {
  const strayMs = Math.max(minStrayMs, 2 * longestUploadMs)
  const attempt = (task: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, task)
    })
  const sweep = () => attempt('files could not be swept', () => sweepInTurn(context, strayMs))
  // With an exclusive database, files older than this process are those of the previous one.
  const sweepFormer = () => attempt('files could not be swept', () => sweepFiles(context, Math.max(Date.now() - performance.timeOrigin, 0)))
  const tellConfinement = async () => context.log.info({ kernel: await context.extractor.confinedBy() }, 'documents are read in a confined process')
  void (async () => {
    await attempt('the confinement of the reader is not known', tellConfinement)
    await attempt('the state of indexes could not be checked', () => queueUnindexed(context))
    await attempt('the vectors of passages could not be checked', () => checkEmbeddings(context))
    await attempt('the search engine could not be checked', () => checkSearchEngine(context))
    await attempt('imports of corpora could not be resumed', () => resumeImports(context))
    await attempt('the queue could not be started', () => context.worker.start(exclusive))
    await attempt('the search index could not be read ahead', () => context.retrieval.warmUp(context.db))
    await (exclusive ? sweepFormer() : sweep())
  })()
  setInterval(() => {
    void sweep()
    void attempt('the vectors of passages could not be checked', () => checkEmbeddings(context))
    void attempt('the search engine could not be checked', () => checkSearchEngine(context))
  }, sweepMs).unref()
  setInterval(
    () => void attempt('the search index could not be read ahead', () => context.retrieval.warmUp(context.db)),
    exclusive ? exclusiveFollowMs : followMs,
  ).unref()
}
