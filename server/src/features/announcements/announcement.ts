import type { Announcement, RouteBody, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { dayInParis } from '../../platform/paris.ts'

type Publication = RouteBody<typeof routes.announcements.publish>

const columns = sql`id, text, tone, to_char(ends_on, 'YYYY-MM-DD') as ends_on, on_sign_in`

/** Returns the announcement to show now, or null. */
export async function currentAnnouncement({ db, now }: Context): Promise<Announcement | null> {
  const { rows } = await sql<Announcement>`
    select ${columns} from announcement where ends_on is null or ends_on >= ${dayInParis(now())}::date`.execute(db)
  return rows[0] ?? null
}

/**
 * Shows an announcement to everybody in place of the current one. With `replaces`, only if that one is the current one.
 * @throws {AppError} `request.invalid` when its last day does not exist or is past; `request.stale` when another announcement than `replaces` is shown
 */
export async function publishAnnouncement(context: Context, { text, tone, ends_on, on_sign_in, replaces }: Publication): Promise<Announcement> {
  const { db, now } = context
  const today = dayInParis(now())
  if (ends_on !== null) refuseDay(ends_on, today)
  const isAny = replaces === undefined
  // An expired announcement is shown to nobody: it may also be replaced by somebody who saw none.
  const { rows } = await sql<Announcement>`
    insert into announcement (text, tone, ends_on, on_sign_in, created_at)
    select ${text}::text, ${tone}::text, ${ends_on}::date, ${on_sign_in}::boolean, ${now()}::timestamptz
    where ${isAny}::boolean or ${replaces ?? null}::uuid is null or exists (select from announcement where id = ${replaces ?? null}::uuid for update)
    on conflict ((true)) do update set id = gen_random_uuid(), text = excluded.text, tone = excluded.tone, ends_on = excluded.ends_on,
      on_sign_in = excluded.on_sign_in, created_at = excluded.created_at
    where ${isAny}::boolean or announcement.id = ${replaces ?? null}::uuid or announcement.ends_on < ${today}::date
    returning ${columns}`.execute(db)
  return rows[0] ?? (await refuseStale(context))
}

/**
 * Deletes the announcement; does nothing when none is shown.
 * @param seenAt id of the one to delete; omitted: whichever is shown
 * @throws {AppError} `request.stale` when another one is shown
 */
export async function removeAnnouncement(context: Context, seenAt: string | undefined): Promise<void> {
  const { numDeletedRows } = await context.db
    .deleteFrom('announcement')
    .$if(seenAt !== undefined, (query) => query.where('id', '=', seenAt!))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n && (await currentAnnouncement(context)) !== null) await refuseStale(context)
}

/** Reports the announcement now shown and its date. Authors of announcements are not disclosed. @throws {AppError} `request.stale` */
async function refuseStale(context: Context): Promise<never> {
  const shown = await context.db.selectFrom('announcement').select('created_at').executeTakeFirst()
  const at = shown?.created_at ?? context.now().toISOString()
  throw new AppError('request.stale', { changed: { at, by: null, is_own: false, current: { ...(await currentAnnouncement(context)) } } })
}

function refuseDay(day: string, today: string): void {
  const time = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  const sentence = !exists ? 'Cette date n’existe pas' : day < today ? 'Cette date est passée' : null
  if (sentence !== null) throw new AppError('request.invalid', { sentence, fields: { ends_on: sentence } })
}
