import type { Announcement, Body, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { dayInParis } from '../../platform/paris.ts'

type Publication = Body<typeof routes.announcements.publish>

const columns = sql`id, text, tone, to_char(ends_on, 'YYYY-MM-DD') as ends_on, on_sign_in`

/** The message to show now, if any. */
export async function currentAnnouncement({ db, now }: Context): Promise<Announcement | null> {
  const { rows } = await sql<Announcement>`
    select ${columns} from announcement where ends_on is null or ends_on >= ${dayInParis(now())}::date`.execute(db)
  return rows[0] ?? null
}

/**
 * Shows a message to everybody in place of the one before.
 * @throws {AppError} `request.invalid` when its last day does not exist or is over
 */
export async function publishAnnouncement({ db, now }: Context, { text, tone, ends_on, on_sign_in }: Publication): Promise<Announcement> {
  if (ends_on !== null) refuseDay(ends_on, dayInParis(now()))
  const { rows } = await sql<Announcement>`
    insert into announcement (text, tone, ends_on, on_sign_in, created_at) values (${text}, ${tone}, ${ends_on}::date, ${on_sign_in}, ${now()}::timestamptz)
    on conflict ((true)) do update set id = gen_random_uuid(), text = excluded.text, tone = excluded.tone, ends_on = excluded.ends_on,
      on_sign_in = excluded.on_sign_in, created_at = excluded.created_at
    returning ${columns}`.execute(db)
  return rows[0]!
}

export async function removeAnnouncement({ db }: Context): Promise<void> {
  await db.deleteFrom('announcement').execute()
}

function refuseDay(day: string, today: string): void {
  const time = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  const sentence = !exists ? 'Cette date n’existe pas' : day < today ? 'Cette date est passée' : null
  if (sentence !== null) throw new AppError('request.invalid', { sentence, fields: { ends_on: sentence } })
}
