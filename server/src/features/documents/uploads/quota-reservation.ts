import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

/** Reservation of storage for one upload, made as its bytes arrive. */
export type QuotaReservation = {
  /** Reserves bytes before they are stored. @throws {AppError} `documents.quota` */
  take(bytes: number): void
  /** Releases the bytes of a file that is not stored. */
  release(bytes: number): void
  /** Ends the reservation: stored files are now counted by the database. */
  end(): void
}

/** Bytes being uploaded to this process, by owner, beyond those that the database counts. */
const uploadingBytes = new WeakMap<Context, Map<string, number>>()

/** Storage quota of a person, in files of the maximum size. */
const quotaInLargestFiles = 40

/** @param isOwn whether the full quota is that of the person who uploads */
const quotaError = (isOwn: boolean): AppError =>
  new AppError('documents.quota', isOwn ? {} : { sentence: 'L’espace de dépôt de la personne à qui ce projet appartient est plein.' })

/**
 * Opens the reservation of an upload. Refuses it before any byte is read when the announced size does not fit, and stops it midway when it exceeds the
 * quota together with the owner's other current uploads. The database checks again when the files are stored.
 * @param uploader_id person whose quota is used; `isOwn`: they upload the files themselves
 * @param announced total bytes according to the request's headers; null: not given
 * @throws {AppError} `documents.quota`
 */
export async function openReservation(context: Context, uploader_id: string, announced: number | null, isOwn = true): Promise<QuotaReservation> {
  const bytesLeft = await spaceLeft(context, context.db, uploader_id)
  const byPerson = uploadingBytes.get(context) ?? new Map<string, number>()
  uploadingBytes.set(context, byPerson)
  const reservedBytes = () => byPerson.get(uploader_id) ?? 0
  if (bytesLeft <= 0 || reservedBytes() + (announced ?? 0) > bytesLeft) throw quotaError(isOwn)
  let claimed = 0
  const release = (bytes: number) => {
    claimed -= bytes
    const still = reservedBytes() - bytes
    if (still > 0) byPerson.set(uploader_id, still)
    else byPerson.delete(uploader_id)
  }
  return {
    take(bytes) {
      if (reservedBytes() + bytes > bytesLeft) throw quotaError(isOwn)
      byPerson.set(uploader_id, reservedBytes() + bytes)
      claimed += bytes
    },
    release,
    end: () => release(claimed),
  }
}

/** Locks the uploads that use a person's quota until the end of the transaction, so that they run one after the other. */
export const lockUploads = (db: Db, person_id: string) => sql`select pg_advisory_xact_lock(7234003, hashtext(${person_id}))`.execute(db)

/** Locks a person's uploads and checks their quota. @throws {AppError} `documents.quota` when `size` more bytes exceed it */
export async function claimQuota(context: Context, db: Db, uploader_id: string, size: number, isOwn = true): Promise<void> {
  await lockUploads(db, uploader_id)
  if (size > (await spaceLeft(context, db, uploader_id))) throw quotaError(isOwn)
}

/** Returns the bytes left in a person's quota by the database's count; negative when the quota was lowered. */
async function spaceLeft(context: Context, db: Db, uploader_id: string): Promise<number> {
  const { used } = await db
    .selectFrom('document')
    // Files added to somebody's project count in the quota of its owner.
    .where(sql<boolean>`coalesce(owner_id, uploader_id) = ${uploader_id}`)
    .select((query) => query.fn.coalesce(query.fn.sum<string>('size'), sql<string>`0`).as('used'))
    .executeTakeFirstOrThrow()
  return context.config.maxUploadMb * quotaInLargestFiles * 1024 * 1024 - Number(used)
}
