import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'

/** Seconds without a sign of life after which a writer is held to be dead. */
export const writerSilenceSeconds = 10
/** A writer silent for longer than this, beats and their delays taken off, may only have lost the database with all the others. */
const gapSeconds = 5

export async function beat(db: Db, writer_id: string): Promise<void> {
  await sql`
    insert into writer (id) values (${writer_id})
    on conflict (id) do update set heartbeat_at = now(),
      steady_since = case when writer.heartbeat_at < now() - make_interval(secs => ${gapSeconds}) then now() else writer.steady_since end`.execute(db)
}

/** The last word of a writer that leaves: nothing is still being written by it. */
export async function leaveWriters(db: Db, writer_id: string): Promise<void> {
  await db.deleteFrom('writer').where('id', '=', writer_id).execute()
}
