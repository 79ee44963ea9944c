import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'

/** Seconds without a heartbeat after which a writer counts as dead. */
export const writerSilenceSeconds = 10
/** Gap between heartbeats, in seconds, after which `steady_since` restarts: the database may have been unavailable to every process. */
const gapSeconds = 5

export async function beat(db: Db, writer_id: string): Promise<void> {
  await sql`
    insert into writer (id) values (${writer_id})
    on conflict (id) do update set heartbeat_at = now(),
      steady_since = case when writer.heartbeat_at < now() - make_interval(secs => ${gapSeconds}) then now() else writer.steady_since end`.execute(db)
}

/** Deletes the heartbeat of a process that stops: it has no reply left to write. */
export async function leaveWriters(db: Db, writer_id: string): Promise<void> {
  await db.deleteFrom('writer').where('id', '=', writer_id).execute()
}
