import { sql } from 'kysely'
import type { ExtractionOptions, ExtractionResult, RecognisedPage } from '@parvis/document-reading'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { findOtherPeopleDue, type Job } from '../../../platform/jobs/queue.ts'

/**
 * Minimum turn of a reading with text recognition, in milliseconds, when every waiting job has already had a turn: starting a turn costs two seconds. A
 * job that has not had one waits for the end of the current page only.
 */
export const readingTurnMs = 10_000

/** Time that a page may take beyond the daily allowance, in milliseconds: the maximum time of any page. */
export const pageGraceMs = 60_000

type TurnEnd = 'long' | 'turn' | 'tomorrow'

/** Abort reason that stops a reading without any fault. */
class TurnOver extends Error {
  readonly end: TurnEnd
  constructor(end: TurnEnd) {
    super('the turn is over')
    this.end = end
  }
}

export type TurnOptions = { signal: AbortSignal; turnMs: number; graceMs: number }

type ReadingTurn = {
  /** Returns the result of the reading, or when to continue it. @throws what the reading throws, and when a page could not be saved */
  read(extract: (options: ExtractionOptions) => Promise<ExtractionResult | null>): Promise<ExtractionResult | null | TurnEnd>
}

/**
 * Creates one turn of a document at the reader. In the short lane it is a quick attempt. In the long lane each recognised page is saved, so that the
 * reading can stop after any page and continue there later: when other people's documents wait, and when the person's daily allowance is used up. All the
 * time spent counts towards the allowance, including pages that give nothing or are interrupted.
 */
export async function createReadingTurn(context: Context, job: Job, { signal, turnMs, graceMs }: TurnOptions): Promise<ReadingTurn> {
  const { db, config } = context
  const document_id = job.document_id!
  const allowanceMs = config.ocrMinutesPerDay * 60_000
  const leftMs = async () => (allowanceMs > 0 && job.person_id !== null ? allowanceMs - (await readingTime(db, job.person_id)) : Infinity)

  const remainingMs = await leftMs()
  const effort: ExtractionOptions['effort'] = job.lane === 'short' ? 'quick' : remainingMs <= 0 ? 'text' : 'whole'
  const recognisedPages = await db.selectFrom('recognised_page').where('document_id', '=', document_id).select(['page', 'text', 'confidence']).execute()
  const over = new AbortController()
  const startedAt = performance.now()
  let saving: Promise<void> = Promise.resolve()
  let counted = 0

  const count = async (ms: number) => {
    counted += ms
    if (job.person_id !== null && ms > 0) await addReadingTime(db, job.person_id, ms)
  }
  const saveAndCount = async (page: RecognisedPage, ms: number) => {
    await savePage(db, document_id, page)
    await count(ms)
    if ((await leftMs()) <= 0) over.abort(new TurnOver('tomorrow'))
    else if (await othersDue()) over.abort(new TurnOver('turn'))
  }
  const othersDue = async () => {
    const otherDue = await findOtherPeopleDue(db, job)
    return otherDue === 'new' || (otherDue === 'begun' && performance.now() - startedAt >= turnMs)
  }
  const onRecognised = (page: RecognisedPage, ms: number) => {
    // Only the first failure is reported; it stops the reading.
    saving = saving.then(() => saveAndCount(page, ms))
    saving.catch((error: unknown) => over.abort(error))
  }

  return {
    async read(extract) {
      // Interrupts a page that exceeds the allowance. The next turn, without text recognition, ends at the first image.
      const timer = effort === 'whole' && remainingMs < Infinity ? setTimeout(() => over.abort(new TurnOver('turn')), remainingMs + graceMs) : undefined
      try {
        const result = await extract({ signal: AbortSignal.any([signal, over.signal]), effort, recognisedPages, onRecognised })
        await saving
        if (result === null || result.ok || result.failure.code !== 'extraction.slow') return result
        return job.lane === 'short' ? 'long' : 'tomorrow'
      } catch (error) {
        await saving
        if (error instanceof TurnOver) return error.end
        throw error
      } finally {
        clearTimeout(timer)
        if (effort === 'whole') await count(performance.now() - startedAt - counted)
      }
    },
  }
}

async function savePage(db: Db, document_id: string, { page, text, confidence }: RecognisedPage): Promise<void> {
  await db
    .insertInto('recognised_page')
    // PostgreSQL does not store NUL characters.
    .values({ document_id, page, text: text.replaceAll('\0', ''), confidence })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the recognised pages of a document, once its text is stored. */
export async function deleteRecognisedPages(db: Db, document_id: string): Promise<void> {
  await db.deleteFrom('recognised_page').where('document_id', '=', document_id).execute()
}

/** Returns the milliseconds of long reading for a person today. */
async function readingTime(db: Db, user_id: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(ms), 0)::float8 as ms from reading_time where user_id = ${user_id} and day = current_date`.execute(db)
  return rows[0]!.ms
}

/** Adds to a person's reading time of today, and deletes that of earlier days. */
async function addReadingTime(db: Db, user_id: string, ms: number): Promise<void> {
  await sql`delete from reading_time where user_id = ${user_id} and day < current_date`.execute(db)
  await sql`
    insert into reading_time (user_id, day, ms) select id, current_date, ${Math.ceil(ms)}::bigint from app_user where id = ${user_id}
    on conflict (user_id, day) do update set ms = reading_time.ms + excluded.ms`.execute(db)
}
