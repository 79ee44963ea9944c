import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import { endingUse, type ReplyUse } from './reply-use.ts'
import { writerSilenceSeconds } from './writers.ts'

/** A place among the replies that one person may have running, over all instances: an entry of the row `key` of `throttle`. */
export type Place = { key: string; entry: string }

export const newPlace = (writer_id: string, key: string): Place => ({ key, entry: `${writer_id}:${randomUUID()}` })

/** The entries of a row of `throttle` whose writer lives: this process, or one that gave a sign of life. */
export function livePlaces(writer_id: string): RawBuilder<string[]> {
  return sql`array(
    select place from unnest(throttle.running) place
    where starts_with(place, ${`${writer_id}:`}) or exists (
      select 1 from writer w where w.id = split_part(place, ':', 1)::uuid and w.heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})))`
}

/**
 * Gives a place back, as a part of a larger statement. Its person is held first, whom the ledger will name: an erasure then waits for this, or
 * this for it, and never both.
 */
export function leavingPlace({ key, entry }: Place): RawBuilder<unknown> {
  return sql`update throttle set running = array_remove(running, ${entry}) where key = ${key} and (select count(*) from (
    select id from app_user where id = (select user_id from usage_running where place = ${entry}) for key share) held_first) >= 0`
}

/** Gives places back; what the database does not take at once it is told again. */
export type PlaceKeeper = {
  /** @param use what a reply of which nothing is kept used; null for one that did not start. Never rejects. */
  leave(place: Place, use?: ReplyUse | null): Promise<void>
  /** Tells the database again of the places that it could not take back. */
  retry(): Promise<void>
}

export function createPlaceKeeper(db: Db): PlaceKeeper {
  const left = new Map<Place, ReplyUse | null>()
  const tell = async (place: Place, use: ReplyUse | null) => {
    await sql`with left_place as (${leavingPlace(place)} returning key), ${endingUse(place.entry, use, sql`left_place`)} select 1`.execute(db)
    left.delete(place)
  }
  return {
    leave: (place, use = null) => {
      left.set(place, use)
      return tell(place, use).catch(() => {})
    },
    async retry() {
      // One that is refused keeps none of the others.
      const told = await Promise.allSettled([...left].map(([place, use]) => tell(place, use)))
      const failed = told.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
  }
}
