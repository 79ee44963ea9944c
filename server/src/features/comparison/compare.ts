import { compareInThread, type TrackedComparison } from '@parvis/document-comparison'
import type { Caller, Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../auth/concurrency-limits.ts'
import { takeFrom, type TokenBucket } from '../auth/throttle.ts'
import { readableDocument, type DocumentRow } from '../documents/queries.ts'
import { loadReading, type StoredReading } from '../documents/reading/stored-pages.ts'

/** Comparisons of a person: thirty at once, then one every two seconds. */
const comparisonsOfPerson: TokenBucket = { burst: 30, everyMs: 2_000 }
/** Number of comparisons that run at once in a process, each in its thread, and that may wait. */
const atOnce = 2
const maxWaiting = 20
/** Characters of each document beyond which they are not compared: about 700 pages. */
const maxCharacters = 2_000_000
const maxMs = 20_000

const limits = new WeakMap<Context, ConcurrencyLimit>()

function limitOf(context: Context): ConcurrencyLimit {
  const limit = limits.get(context) ?? createConcurrencyLimit(atOnce, maxWaiting, 'documents.comparison_busy')
  limits.set(context, limit)
  return limit
}

export interface ComparedDocuments {
  before: DocumentRow
  after: DocumentRow
  comparison: TrackedComparison
}

/**
 * Compares the stored texts of two documents that the caller may read, in a thread.
 * @throws {AppError} `request.invalid` for a document and itself; `request.not_found`; `documents.not_read`; `documents.unreadable`; `documents.too_long_to_compare` beyond the size
 * or the time allowed; `request.too_many` and `documents.comparison_busy`, with `retryAfterSeconds`
 */
export async function compareStored(
  context: Context,
  caller: Caller,
  ids: { before: string; after: string },
  disconnected: AbortSignal,
): Promise<ComparedDocuments> {
  if (ids.before === ids.after) throw new AppError('request.invalid', { fields: { after: 'Choisissez deux documents différents' } })
  const before = await readableDocument(context.db, ids.before, caller.id)
  const after = await readableDocument(context.db, ids.after, caller.id)
  if (!(await takeFrom(context.db, comparisonsOfPerson, `comparison:${caller.id}`, context.now())))
    throw new AppError('request.too_many', { retryAfterSeconds: comparisonsOfPerson.everyMs / 1_000 })
  return limitOf(context).run(async () => {
    disconnected.throwIfAborted()
    const [oldText, newText] = [await readingOf(context, before), await readingOf(context, after)]
    const timeout = AbortSignal.timeout(maxMs)
    try {
      return { before, after, comparison: await compareInThread(oldText, newText, AbortSignal.any([disconnected, timeout])) }
    } catch (error) {
      disconnected.throwIfAborted()
      const isTooMuch = timeout.aborted || (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isTooMuch ? new AppError('documents.too_long_to_compare', {}, { cause: error }) : error
    }
  })
}

async function readingOf({ db }: Context, { id, state, state_reason, original_filename }: DocumentRow): Promise<StoredReading> {
  const reading = await loadReading(db, id, maxCharacters)
  if (reading === null && state === 'echec')
    throw new AppError('documents.unreadable', {
      sentence: `«\u00a0${original_filename}\u00a0» n’a pas pu être lu${state_reason ? ` (${state_reason})` : ''}\u00a0: il ne peut pas être comparé.`,
    })
  if (reading === null)
    throw new AppError('documents.not_read', { sentence: `«\u00a0${original_filename}\u00a0» n’est pas encore lu. Recommencez dans un instant.` })
  if (reading.isLonger) throw new AppError('documents.too_long_to_compare')
  return reading
}
