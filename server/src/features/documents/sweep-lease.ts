import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { sweepFiles } from './reconcile.ts'

/** Duration of the lease of a sweep, renewed at each page of files. */
const leaseMinutes = 10
/** Number of files from which a sweep is made once a day instead of once an hour: listing a million takes a thousand requests. */
const manyFiles = 100_000

/**
 * Sweeps stray files if a sweep is due and no other instance makes one: each would list the whole store. A sweep that fails is tried again at the next call.
 * @returns the number of files deleted; null when there was nothing to do
 */
export async function sweepInTurn(context: Context, ageMs: number): Promise<number | null> {
  const { db, instanceId } = context
  // Other instances receive files on their own disks.
  await context.blobs.deleteUnfinished(ageMs)
  const { rows: leases } = await sql`
    update file_store set sweep_holder = ${instanceId}::uuid, sweep_leased_until = now() + make_interval(mins => ${leaseMinutes})
    where (sweep_leased_until is null or sweep_leased_until < now())
      and (swept_at is null or swept_at < now() - case when swept_files > ${manyFiles} then interval '23 hours' else interval '50 minutes' end)
    returning id`.execute(db)
  if (leases.length === 0) return null
  const renew = async () => {
    const { rows } = await sql`
      update file_store set sweep_leased_until = now() + make_interval(mins => ${leaseMinutes}) where sweep_holder = ${instanceId}::uuid and sweep_leased_until > now()
      returning id`.execute(db)
    if (rows.length === 0) throw new Error('the lease of the sweep was lost')
  }
  try {
    const { removed, listed } = await sweepFiles(context, ageMs, renew)
    await sql`update file_store set swept_at = now(), swept_files = ${listed} where sweep_holder = ${instanceId}::uuid`.execute(db)
    return removed
  } finally {
    await sql`update file_store set sweep_leased_until = null where sweep_holder = ${instanceId}::uuid`.execute(db)
  }
}
