import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

/** Bytes of one upload, claimed as they come. */
export type UploadClaim = {
  /** @throws {AppError} `documents.quota`: these bytes must not be kept */
  take(bytes: number): void
  /** What was taken for a file of which nothing is kept. */
  release(bytes: number): void
  /** The upload is over: what was kept is counted by the database, the rest is gone. */
  end(): void
}

/** What each person is sending to this process at this moment, beside what the database counts. */
const coming = new WeakMap<Context, Map<string, number>>()

/** Bytes one person may keep, in files of the largest size permitted. */
const quotaInLargestFiles = 40

/** @param isOwn whether it is the place of who sends: nobody makes room in somebody else's */
const full = (isOwn: boolean): AppError =>
  new AppError('documents.quota', isOwn ? {} : { sentence: 'L’espace de dépôt de la personne à qui ce projet appartient est plein.' })

/**
 * Opens the claim of one upload: refused before a byte is read when what is announced cannot be kept, and stopped in the middle once it
 * takes too much, together with what the same person sends at the same time. The database has the last word when it is kept.
 * @param uploader_id whose place it takes; `isOwn`: they send it themselves
 * @param announced bytes of its files, as the head of the request says; null: it does not
 * @throws {AppError} `documents.quota`
 */
export async function openClaim(context: Context, uploader_id: string, announced: number | null, isOwn = true): Promise<UploadClaim> {
  const left = await spaceLeft(context, context.db, uploader_id)
  const byPerson = coming.get(context) ?? new Map<string, number>()
  coming.set(context, byPerson)
  const held = () => byPerson.get(uploader_id) ?? 0
  if (left <= 0 || held() + (announced ?? 0) > left) throw full(isOwn)
  let claimed = 0
  const release = (bytes: number) => {
    claimed -= bytes
    const still = held() - bytes
    if (still > 0) byPerson.set(uploader_id, still)
    else byPerson.delete(uploader_id)
  }
  return {
    take(bytes) {
      if (held() + bytes > left) throw full(isOwn)
      byPerson.set(uploader_id, held() + bytes)
      claimed += bytes
    },
    release,
    end: () => release(claimed),
  }
}

/** Makes what takes this person's place wait for one another, until the end of the transaction. */
export const holdUploads = (db: Db, person_id: string) => sql`select pg_advisory_xact_lock(7234003, hashtext(${person_id}))`.execute(db)

/**
 * Makes this person's uploads wait for one another, and counts.
 * @throws {AppError} `documents.quota` when `size` more bytes would be too many.
 */
export async function claimQuota(context: Context, db: Db, uploader_id: string, size: number, isOwn = true): Promise<void> {
  await holdUploads(db, uploader_id)
  if (size > (await spaceLeft(context, db, uploader_id))) throw full(isOwn)
}

/** Bytes that this person may still keep, by what the database has of them; below zero where the quota was lowered. */
async function spaceLeft(context: Context, db: Db, uploader_id: string): Promise<number> {
  const { used } = await db
    .selectFrom('document')
    // What is brought to somebody's project is theirs, and takes their place.
    .where(sql<boolean>`coalesce(owner_id, uploader_id) = ${uploader_id}`)
    .select((query) => query.fn.coalesce(query.fn.sum<string>('size'), sql<string>`0`).as('used'))
    .executeTakeFirstOrThrow()
  return context.config.maxUploadMb * quotaInLargestFiles * 1024 * 1024 - Number(used)
}
