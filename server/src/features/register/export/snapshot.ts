import type { InstanceInfo, LetterheadFormat, RegisterSheet } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { describeInstance } from '../../instance/describe-instance.ts'
import { readSheets } from '../entries.ts'

/** Numbers of the instance in the impact assessment. */
interface Figures {
  accounts: number
  administrators: number
  /** Active accounts with a second factor. */
  second_factors: number
  teams: number
  audit_events: number
  passkeys: number
  document_categories: number
  restricted_categories: number
  legal_holds: number
}

/** Everything that an export of the register states, read at one time. */
export interface RegisterSnapshot {
  /** ISO 8601. */
  at: string
  sheets: RegisterSheet[]
  instance: InstanceInfo
  figures: Figures
  /** Charter in force, and how many active accounts accepted its edition. */
  charter: { number: number; published_at: string; accepted: number } | null
  /** Settings that only the process knows. */
  settings: {
    secondFactor: Context['config']['signIn']['secondFactor']
    providers: string[]
    antivirus: boolean
    /** Backups are encrypted. */
    encryptedBackups: boolean
    postgres: boolean
    https: boolean
    apiKeys: Context['config']['apiKeys']
    zones: Record<string, string>
    useRegister: boolean
  }
  letterhead: Uint8Array | null
}

/** Reads the whole register and the live settings in one transaction, so that a change made meanwhile is either entirely in it or not at all. */
export function readSnapshot(context: Context, format: LetterheadFormat | null): Promise<RegisterSnapshot> {
  const { config } = context
  // A copy: every part of the export states the same models.
  const models = { ...context.models, list: [...context.models.list] }
  const work = context.db.transaction().setIsolationLevel('repeatable read')
  return work.execute(async (trx) => {
    const sheets = await readSheets({ db: trx, models, config })
    const instance = await describeInstance({ ...context, models, db: trx })
    const { rows } = await sql<Figures>`
      select (select count(*)::int from app_user where is_active) as accounts,
        (select count(*)::int from app_user where is_active and is_admin) as administrators,
        (select count(*)::int from app_user u where is_active and (second_factor_at is not null or exists (select 1 from passkey p where p.user_id = u.id)))
          as second_factors,
        (select count(*)::int from team) as teams, (select count(*)::int from audit_event) as audit_events,
        (select count(*)::int from passkey) as passkeys, (select count(*)::int from document_category) as document_categories,
        (select count(*)::int from document_category c where not exists (
          select 1 from access_grant g where g.document_category_id = c.id and g.team_id is null and g.user_id is null)) as restricted_categories,
        (select count(*)::int from legal_hold) as legal_holds`.execute(trx)
    const charter = await sql<NonNullable<RegisterSnapshot['charter']>>`
      select v.number, v.published_at, (select count(*)::int from charter_acceptance c join app_user u on u.id = c.person_id
        where c.edition = v.edition and u.is_active) as accepted
      from charter_version v order by v.number desc limit 1`.execute(trx)
    const letterhead = format === null ? undefined : await trx.selectFrom('letterhead').select('content').where('id', '=', format).executeTakeFirst()
    return {
      at: context.now().toISOString(),
      sheets,
      instance,
      figures: rows[0]!,
      charter: charter.rows[0] ?? null,
      settings: {
        secondFactor: config.signIn.secondFactor,
        providers: config.signIn.providers.map(({ label }) => label),
        antivirus: config.antivirus.kind !== 'none',
        encryptedBackups: config.backup.keys.length > 0 || config.backup.passphrase !== null,
        postgres: config.database.kind === 'postgres',
        https: context.publicUrl().startsWith('https:'),
        apiKeys: config.apiKeys,
        zones: Object.fromEntries(models.list.flatMap(({ label, facts }) => (facts?.zone === undefined ? [] : [[label, facts.zone]]))),
        useRegister: config.useRegister,
      },
      letterhead: letterhead === undefined ? null : new Uint8Array(letterhead.content),
    }
  })
}
