import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import { endingUse, type ReplyUse } from './reply-use.ts'
import { writerSilenceSeconds } from './writers.ts'

/** One slot of a person's limit on running replies, across all instances: `entry` is an element of `throttle.running`, in the row `key`. */
export type Place = { key: string; entry: string }

export const newPlace = (writer_id: string, key: string): Place => ({ key, entry: `${writer_id}:${randomUUID()}` })

/** SQL array of the slots in a `throttle` row whose writer is alive: this process, or one with a recent heartbeat. */
export function livePlaces(writer_id: string): RawBuilder<string[]> {
  return sql`array(
    select place from unnest(throttle.running) place
    where starts_with(place, ${`${writer_id}:`}) or exists (
      select 1 from writer w where w.id = split_part(place, ':', 1)::uuid and w.heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})))`
}

/**
 * SQL that releases a slot, to embed in a larger statement. Locks the user's row first, because the usage ledger refers to it: without a fixed order, a
 * concurrent account deletion would deadlock.
 */
export function leavingPlace({ key, entry }: Place): RawBuilder<unknown> {
  return sql`update throttle set running = array_remove(running, ${entry}) where key = ${key} and (select count(*) from (
    select id from app_user where id = (select user_id from usage_running where place = ${entry}) for key share) held_first) >= 0`
}

/** Releases slots. Those that the database could not release are remembered for `retry`. */
export type PlaceKeeper = {
  /**
   * Releases a slot and counts the usage. Never rejects.
   * @param use tokens of a reply without a message row; null for a reply that did not start
   */
  leave(place: Place, use?: ReplyUse | null): Promise<void>
  /** Releases the slots whose release has failed. Rejects with the first error. */
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
      // A failed release does not prevent the others.
      const told = await Promise.allSettled([...left].map(([place, use]) => tell(place, use)))
      const failed = told.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
  }
}
