import { sql } from 'kysely'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from './queries.ts'

/** Bytes of one upload, claimed as they come. */
export type UploadClaim = {
  /** @throws {AppError} `documents.quota`: these bytes must not be kept */
  take(bytes: number): void
  /** The upload is over: what was kept is counted by the database, the rest is gone. */
  end(): void
}

/** What each person is sending to this process at this moment, beside what the database counts. */
const coming = new WeakMap<Context, Map<string, number>>()

/** Texts and heads of parts that an announced length may hold besides the files. */
const besideFiles = 64 * 1024
/** Bytes one person may keep, in files of the largest size permitted. */
const quotaInLargestFiles = 40

/**
 * Opens the claim of one upload: refused before a byte is read when what is announced cannot be kept, and stopped in the middle once it
 * takes too much, together with what the same person sends at the same time. The database has the last word when it is kept.
 * @param announced bytes of the whole request, as its head says; null: it does not
 * @throws {AppError} `documents.quota`
 */
export async function openClaim(context: Context, uploader_id: string, announced: number | null): Promise<UploadClaim> {
  const left = await spaceLeft(context, context.db, uploader_id)
  const byPerson = coming.get(context) ?? new Map<string, number>()
  coming.set(context, byPerson)
  const held = () => byPerson.get(uploader_id) ?? 0
  if (left <= 0 || held() + (announced ?? 0) - besideFiles > left) throw new AppError('documents.quota')
  let claimed = 0
  return {
    take(bytes) {
      if (held() + bytes > left) throw new AppError('documents.quota')
      byPerson.set(uploader_id, held() + bytes)
      claimed += bytes
    },
    end() {
      const others = held() - claimed
      claimed = 0
      if (others > 0) byPerson.set(uploader_id, others)
      else byPerson.delete(uploader_id)
    },
  }
}

/**
 * Makes this person's uploads wait for one another, and counts.
 * @throws {AppError} `documents.quota` when `size` more bytes would be too many.
 */
export async function claimQuota(context: Context, db: Db, uploader_id: string, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7234003, hashtext(${uploader_id}))`.execute(db)
  if (size > (await spaceLeft(context, db, uploader_id))) throw new AppError('documents.quota')
}

/** Bytes that this person may still keep, by what the database has of them; below zero where the quota was lowered. */
export async function spaceLeft(context: Context, db: Db, uploader_id: string): Promise<number> {
  const { used } = await db
    .selectFrom('document')
    .where('uploader_id', '=', uploader_id)
    .select((query) => query.fn.coalesce(query.fn.sum<string>('size'), sql<string>`0`).as('used'))
    .executeTakeFirstOrThrow()
  return context.config.maxUploadMb * quotaInLargestFiles * 1024 * 1024 - Number(used)
}
