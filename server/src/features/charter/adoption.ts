import type { CharterAcceptances } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { mailLater } from '../auth/concurrency-limits.ts'
import { currentCharter, hasAcceptedCharter } from './acceptance.ts'

const french = new Intl.Collator('fr')

/** Counts the active accounts that accepted the edition in force, by team: never who. Someone in two teams counts in both. */
export async function countAcceptances({ config, db }: Context): Promise<CharterAcceptances> {
  const version = await db.selectFrom('charter_version').orderBy('number', 'desc').limit(1).select(['edition', 'reminded_at']).executeTakeFirst()
  const { rows } = await sql<{ kind: 'all' | 'team'; team_id: string | null; name: string; accounts: number; accepted: number }>`
    with account as (select u.id, ${hasAcceptedCharter(sql`u.id`)} as has_accepted from app_user u where u.is_active),
      member as (select distinct team_id, user_id from team_member)
    select 'all' as kind, null::uuid as team_id, '' as name, count(*)::int as accounts, (count(*) filter (where has_accepted))::int as accepted from account
    union all
    select 'team', t.id, coalesce(t.name, 'Sans service'), count(*)::int, (count(*) filter (where has_accepted))::int
    from account left join member m on m.user_id = account.id left join team t on t.id = m.team_id group by t.id, t.name`.execute(db)
  const all = rows.find(({ kind }) => kind === 'all')!
  const { accepted_deleted } = await db
    .selectFrom('charter_acceptance')
    .where('person_id', 'is', null)
    .where('edition', '=', version?.edition ?? 0)
    .select(sql<number>`count(*)::int`.as('accepted_deleted'))
    .executeTakeFirstOrThrow()
  return {
    is_on: config.charter,
    edition: version?.edition ?? null,
    accounts: all.accounts,
    accepted: all.accepted,
    accepted_deleted,
    teams: rows
      .filter(({ kind }) => kind === 'team')
      .map(({ team_id, name, accounts, accepted }) => ({ team_id, name, accounts, accepted }))
      .sort((a, b) => Number(a.team_id === null) - Number(b.team_id === null) || french.compare(a.name, b.name)),
    reminded_at: version?.reminded_at ?? null,
  }
}

/**
 * Mails the active accounts that have not accepted the edition in force, after the response.
 * @returns the number of mails
 * @throws {AppError} `charter.none` when no charter is required; `charter.reminded` within a day of the last reminder
 */
export async function remindCharter(context: Context): Promise<number> {
  const { config, db, now } = context
  const current = config.charter ? await currentCharter(db) : null
  if (current === null) throw new AppError('charter.none')
  // A reminder dated in the future, by a clock that was set back since, blocks nothing.
  const { numUpdatedRows } = await db
    .updateTable('charter_version')
    .where('id', '=', current.id)
    .where(sql<boolean>`(reminded_at is null or reminded_at not between ${now()}::timestamptz - interval '1 day' and ${now()}::timestamptz)`)
    .set({ reminded_at: now() })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('charter.reminded')
  const people = await db
    .selectFrom('app_user as u')
    .where('u.is_active', '=', true)
    .where(sql<boolean>`not ${hasAcceptedCharter(sql`u.id`)}`)
    .orderBy('u.created_at')
    .select(['u.email', 'u.first_name', 'u.username'])
    .execute()
  if (people.length === 0) return 0
  mailLater(context, 'due', 'charter reminders', async () => {
    let failed = 0
    for (const person of people) await context.mailer.send(reminder(context, person)).catch(() => void (failed += 1))
    if (failed > 0) context.log.warn({ failed }, 'charter reminders not sent')
  })
  return people.length
}

const reminder = (context: Context, { email, first_name, username }: { email: string; first_name: string; username: string }) => ({
  to: email,
  subject: 'La charte d’usage attend votre accord',
  text: `Bonjour ${first_name || username},

Votre organisation a publié une charte d’usage de l’intelligence artificielle. Vous
ne l’avez pas encore acceptée dans sa version en vigueur\u00a0: Parvis vous la montrera
à votre prochaine question. Vous pouvez aussi la lire dès maintenant\u00a0:

${context.publicUrl()}

Vos conversations et vos documents restent ouverts en lecture, que vous l’acceptiez ou non.
`,
})
