import { sql } from 'kysely'
import type { ExtractionOptions, ExtractionResult, RecognisedPage } from '../../adapters/text-extraction/port.ts'
import type { Context } from '../../context.ts'
import { othersWait } from '../../jobs/queue.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from './queries.ts'

/** A reading that recognises characters goes on for this long at least before somebody else's turn, in milliseconds: beginning again costs two seconds. */
export const readingTurnMs = 10_000

type TurnEnd = 'long' | 'turn' | 'tomorrow'

/** Stops a reading at the end of a page: nothing is wrong with it. */
class TurnOver extends Error {
  readonly end: TurnEnd
  constructor(end: TurnEnd) {
    super('the turn is over')
    this.end = end
  }
}

export type ReadingTurn = {
  /** What the reading gave, or when to go on. @throws what the reading throws, and when a page could not be kept. */
  read(extract: (options: ExtractionOptions) => Promise<ExtractionResult | null>): Promise<ExtractionResult | null | TurnEnd>
}

/**
 * One turn of a document at the reader. In the short lane it is a quick try. In the long one each page is kept as it is
 * recognised, so that the reading can stop after any of them and go on there: when other people wait, and when the person has
 * had as much as a day allows.
 */
export async function createReadingTurn(context: Context, job: Job, { signal, turnMs }: { signal: AbortSignal; turnMs: number }): Promise<ReadingTurn> {
  const { db, config } = context
  const document_id = job.document_id!
  const mostMs = config.ocrMinutesPerDay * 60_000
  const isOver = async () => mostMs > 0 && job.person_id !== null && (await readingTime(db, job.person_id)) >= mostMs

  const effort: ExtractionOptions['effort'] = job.lane === 'short' ? 'quick' : (await isOver()) ? 'text' : 'whole'
  const recognised = await db.selectFrom('recognised_page').where('document_id', '=', document_id).select(['page', 'text', 'confidence']).execute()
  const over = new AbortController()
  const begin = performance.now()
  let kept: Promise<void> = Promise.resolve()

  const keep = async (page: RecognisedPage, ms: number) => {
    await keepPage(db, document_id, page)
    if (job.person_id !== null) await addReadingTime(db, job.person_id, ms)
    if (await isOver()) over.abort(new TurnOver('tomorrow'))
    else if (performance.now() - begin >= turnMs && (await othersWait(db, job))) over.abort(new TurnOver('turn'))
  }
  const onRecognised = (page: RecognisedPage, ms: number) => {
    // The first failure is the one that is told; the reading stops with it.
    kept = kept.then(() => keep(page, ms))
    kept.catch((error: unknown) => over.abort(error))
  }

  return {
    async read(extract) {
      try {
        const result = await extract({ signal: AbortSignal.any([signal, over.signal]), effort, recognised, onRecognised })
        await kept
        if (result === null || result.ok || result.failure.code !== 'extraction.slow') return result
        return job.lane === 'short' ? 'long' : 'tomorrow'
      } catch (error) {
        await kept
        if (error instanceof TurnOver) return error.end
        throw error
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

/** Milliseconds of character recognition for a person today. */
async function readingTime(db: Db, user_id: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(ms), 0)::float8 as ms from reading_time where user_id = ${user_id} and day = current_date`.execute(db)
  return rows[0]!.ms
}

/** Adds to the time of today, and forgets earlier days, which nothing asks for. */
async function addReadingTime(db: Db, user_id: string, ms: number): Promise<void> {
  await sql`delete from reading_time where user_id = ${user_id} and day < current_date`.execute(db)
  await sql`
    insert into reading_time (user_id, day, ms) values (${user_id}, current_date, ${Math.max(0, Math.round(ms))})
    on conflict (user_id, day) do update set ms = reading_time.ms + excluded.ms`.execute(db)
}
