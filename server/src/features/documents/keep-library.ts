import type { Context } from '../../context.ts'
import { checkVectors } from './reading/embed-passages.ts'
import { queueUnindexed, sweepFiles } from './reconcile.ts'

const sweepMs = 3_600_000
/** A file that waits longer than this for its document is a dead process's, however short the longest upload. */
const leastStrayMs = 3_600_000
/** How soon the search index of this process follows what another indexed, so that a question does not have to. */
const followMs = 5_000

/**
 * Begins to work on documents in the background, once the server listens: what a stop interrupted, what was lost, and
 * everything that will be queued. `exclusive`: no other process shares the database. Nothing here can fail the start.
 * @param longestUploadMs how long the files of one upload may take to come: the first of them wait for the last
 */
export function keepLibrary(context: Context, exclusive: boolean, longestUploadMs: number): void {
  const strayMs = Math.max(leastStrayMs, 2 * longestUploadMs)
  const attempt = (what: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, what)
    })
  const sweep = (ageMs: number) => attempt('files could not be swept', () => sweepFiles(context, ageMs))
  // Alone, whatever was there before this process began is the former one's.
  const formerMs = () => (exclusive ? Math.max(Date.now() - performance.timeOrigin, 0) : strayMs)
  const tellConfinement = async () => context.log.info({ kernel: await context.extractor.confinedBy() }, 'documents are read in a confined process')
  void (async () => {
    await attempt('the confinement of the reader is not known', tellConfinement)
    await attempt('the state of indexes could not be checked', () => queueUnindexed(context))
    await attempt('the vectors of passages could not be checked', () => checkVectors(context))
    await attempt('the queue could not be started', () => context.worker.start(exclusive))
    await attempt('the search index could not be read ahead', () => context.retrieval.warmUp(context.db))
    await sweep(formerMs())
  })()
  setInterval(() => {
    void sweep(strayMs)
    void attempt('the vectors of passages could not be checked', () => checkVectors(context))
  }, sweepMs).unref()
  if (!exclusive) setInterval(() => void attempt('the search index could not be read ahead', () => context.retrieval.warmUp(context.db)), followMs).unref()
}
