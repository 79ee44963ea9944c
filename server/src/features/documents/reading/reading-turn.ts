import { sql } from 'kysely'
import type { ExtractionOptions, ExtractionResult, RecognisedPage } from '@parvis/document-reading'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { othersWait, type Job } from '../../../platform/jobs/queue.ts'

/**
 * Shortest turn of a reading that recognises characters, in milliseconds, while the jobs that wait have had a turn: each turn
 * costs two seconds. A job that has not had one waits for the end of the page only.
 */
export const readingTurnMs = 10_000

/** What a page may take beyond the share of a day: as long as a page may take at all, in milliseconds. */
export const pageGraceMs = 60_000

type TurnEnd = 'long' | 'turn' | 'tomorrow'

/** Stops a reading at the end of a page: nothing is wrong with it. */
class TurnOver extends Error {
  readonly end: TurnEnd
  constructor(end: TurnEnd) {
    super('the turn is over')
    this.end = end
  }
}

export type TurnOptions = { signal: AbortSignal; turnMs: number; graceMs: number }

type ReadingTurn = {
  /** What the reading gave, or when to go on. @throws what the reading throws, and when a page could not be kept. */
  read(extract: (options: ExtractionOptions) => Promise<ExtractionResult | null>): Promise<ExtractionResult | null | TurnEnd>
}

/**
 * One turn of a document at the reader. In the short lane it is a quick try. In the long one each page is kept as it is
 * recognised, so that the reading can stop after any of them and go on there: when other people wait, and when the person has
 * had as much as a day allows. That is counted to the end of the reading, whatever comes of it: what a page takes that gives
 * nothing, or is stopped, is taken from others all the same.
 */
export async function createReadingTurn(context: Context, job: Job, { signal, turnMs, graceMs }: TurnOptions): Promise<ReadingTurn> {
  const { db, config } = context
  const document_id = job.document_id!
  const mostMs = config.ocrMinutesPerDay * 60_000
  const leftMs = async () => (mostMs > 0 && job.person_id !== null ? mostMs - (await readingTime(db, job.person_id)) : Infinity)

  const left = await leftMs()
  const effort: ExtractionOptions['effort'] = job.lane === 'short' ? 'quick' : left <= 0 ? 'text' : 'whole'
  const recognised = await db.selectFrom('recognised_page').where('document_id', '=', document_id).select(['page', 'text', 'confidence']).execute()
  const over = new AbortController()
  const begin = performance.now()
  let kept: Promise<void> = Promise.resolve()
  let counted = 0

  const count = async (ms: number) => {
    counted += ms
    if (job.person_id !== null && ms > 0) await addReadingTime(db, job.person_id, ms)
  }
  const keep = async (page: RecognisedPage, ms: number) => {
    await keepPage(db, document_id, page)
    await count(ms)
    if ((await leftMs()) <= 0) over.abort(new TurnOver('tomorrow'))
    else if (await othersDue()) over.abort(new TurnOver('turn'))
  }
  const othersDue = async () => {
    const waiting = await othersWait(db, job)
    return waiting === 'new' || (waiting === 'begun' && performance.now() - begin >= turnMs)
  }
  const onRecognised = (page: RecognisedPage, ms: number) => {
    // The first failure is the one that is told; the reading stops with it.
    kept = kept.then(() => keep(page, ms))
    kept.catch((error: unknown) => over.abort(error))
  }

  return {
    async read(extract) {
      // Read again, it gives up at its first image: what ends no page is not waited for.
      const timer = effort === 'whole' && left < Infinity ? setTimeout(() => over.abort(new TurnOver('turn')), left + graceMs) : undefined
      try {
        const result = await extract({ signal: AbortSignal.any([signal, over.signal]), effort, recognised, onRecognised })
        await kept
        if (result === null || result.ok || result.failure.code !== 'extraction.slow') return result
        return job.lane === 'short' ? 'long' : 'tomorrow'
      } catch (error) {
        await kept
        if (error instanceof TurnOver) return error.end
        throw error
      } finally {
        clearTimeout(timer)
        if (effort === 'whole') await count(performance.now() - begin - counted)
      }
    },
  }
}

async function keepPage(db: Db, document_id: string, { page, text, confidence }: RecognisedPage): Promise<void> {
  await db
    .insertInto('recognised_page')
    // PostgreSQL keeps no null character in a text.
    .values({ document_id, page, text: text.replaceAll('\0', ''), confidence })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The pages are in the document now. */
export async function forgetRecognised(db: Db, document_id: string): Promise<void> {
  await db.deleteFrom('recognised_page').where('document_id', '=', document_id).execute()
}

/** Milliseconds of long reading for a person today. */
async function readingTime(db: Db, user_id: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(ms), 0)::float8 as ms from reading_time where user_id = ${user_id} and day = current_date`.execute(db)
  return rows[0]!.ms
}

/** Adds to the time of today, and forgets earlier days, which nothing asks for. */
async function addReadingTime(db: Db, user_id: string, ms: number): Promise<void> {
  await sql`delete from reading_time where user_id = ${user_id} and day < current_date`.execute(db)
  await sql`
    insert into reading_time (user_id, day, ms) select id, current_date, ${Math.ceil(ms)}::bigint from app_user where id = ${user_id}
    on conflict (user_id, day) do update set ms = reading_time.ms + excluded.ms`.execute(db)
}
