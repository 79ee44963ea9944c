import type { RouteBody, ImportedRow, ImportOutcome, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { drawPassword, accountKey } from '../auth/keys.ts'
import { insertAccount } from '../auth/accounts.ts'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { findWeakness } from '../auth/passwords/password-strength.ts'
import { addToTeams, createMissingTeams, findTeamsByName, type NamedTeam } from '../teams/account-teams.ts'
import { mailInvitations, unknownPasswordHash, usesProviderOnly } from './invite-user.ts'
import { keysOf, planImport, teamNamesOf, type PlannedRow } from './plan-import.ts'

type ImportRequest = RouteBody<typeof routes.users.import>

/**
 * Means of entry of an imported account: the hash of a password that nobody knows (invitation), a password handed over by the administrator, or a null
 * hash (identity provider only).
 */
type AccountEntry = { password_hash: string | null; password?: string }

/** Plan of an import. `new_teams`: names of missing teams that its rows need. */
type ImportPlan = { rows: PlannedRow[]; new_teams: string[] }

/** Plans the outcome of each row. Writes nothing. */
export async function previewImport(db: Db, rows: readonly ImportedRow[]): Promise<ImportPlan> {
  const keys = keysOf(rows)
  const { rows: accounts } = await sql<{ username_key: string; email_key: string; teams: string[] }>`
    select username_key, email_key,
      array(select t.name_key from team_member m join team t on t.id = m.team_id where m.user_id = app_user.id) as teams
    from app_user where username_key = any(${keys}::text[]) or email_key = any(${keys}::text[])`.execute(db)
  const teams = await findTeamsByName(db, teamNamesOf(rows))
  const plannedRows = planImport(rows, {
    usernames: new Set(accounts.map((account) => account.username_key)),
    emails: new Map(accounts.map((account) => [account.email_key, new Set(account.teams)])),
    teams,
  })
  const needed = new Set(plannedRows.flatMap((row) => row.teams))
  const isMissing = ({ id, name }: NamedTeam) => id === null && needed.has(name)
  return { rows: plannedRows, new_teams: [...new Set([...teams.values()].filter(isMissing).map(({ name }) => name))] }
}

type UserImportResult = { rows: ImportOutcome[]; created: string[]; joined: string[]; teams: { id: string; name: string }[] }

/**
 * Creates the accounts of valid rows and adds accounts to the teams named by their rows, in one transaction: importing the same file again changes nothing
 * more. Created accounts are active and get an invitation by mail, or a password to change at the first sign-in. Where only administrators sign in by
 * password, they use the identity provider and the mail says so.
 */
export async function importUsers(context: Context, { rows, invite: inviteRequested }: ImportRequest): Promise<UserImportResult> {
  const invite = inviteRequested || usesProviderOnly(context, false)
  const { rows: plannedRows, new_teams } = await previewImport(context.db, rows)
  const entries = await prepareEntries(context, plannedRows, invite)
  const { made, joined, teams } = await inTransaction(context.db, async (trx) => {
    const createdIds = new Map<number, string>()
    for (const [index, entry] of entries) {
      const account = await insertAccount(trx, newAccount(plannedRows[index]!, entry, invite ? context.now() : null))
      if (account !== null) createdIds.set(index, account.id)
    }
    const accountByLine = await accountsToJoin(trx, plannedRows)
    const teams = await createMissingTeams(trx, new_teams)
    await fillTeams(trx, plannedRows, new Map([...createdIds, ...accountByLine]))
    return { made: createdIds, joined: accountByLine, teams }
  })
  const created = [...made.values()]
  if (invite && created.length > 0) mailInvitations(context, created, 'first')
  // Another call took some names or addresses between the plan and the transaction: plan again to explain it.
  const again = made.size === entries.size ? plannedRows : (await previewImport(context.db, rows)).rows
  const outcomes = plannedRows.map((row, index): ImportOutcome => {
    const { password } = entries.get(index) ?? {}
    if (made.has(index)) return { ...row, ...(password !== undefined && { password }) }
    if (row.status !== 'created') return row
    const now = again[index]!
    return now.status === 'created' ? { ...now, status: 'refused', reason: 'Ce nom vient d’être pris\u00a0: importez de nouveau cette ligne' } : now
  })
  return { rows: outcomes, created, joined: [...new Set(joined.values())], teams }
}

/** Returns the ids of the existing accounts whose rows name new teams, by row index. Locks these accounts. */
async function accountsToJoin(trx: Db, plannedRows: readonly PlannedRow[]): Promise<Map<number, string>> {
  const ranks = [...plannedRows.keys()].filter((index) => plannedRows[index]!.status === 'joined')
  if (ranks.length === 0) return new Map()
  const keyAt = (index: number) => accountKey(plannedRows[index]!.email)
  const accounts = await trx.selectFrom('app_user').where('email_key', 'in', ranks.map(keyAt)).select(['id', 'email_key']).forKeyShare().execute()
  const byKey = new Map(accounts.map(({ id, email_key }) => [email_key, id]))
  return new Map(ranks.flatMap((index) => (byKey.has(keyAt(index)) ? [[index, byKey.get(keyAt(index))!] as const] : [])))
}

/** Adds accounts to the teams of their rows. @param accounts account ids by row index */
async function fillTeams(trx: Db, plannedRows: readonly PlannedRow[], accounts: ReadonlyMap<number, string>): Promise<void> {
  const teams = await findTeamsByName(trx, [...new Set(plannedRows.flatMap((row) => row.teams))])
  const members = [...accounts].flatMap(([index, user_id]) => plannedRows[index]!.teams.map((name) => ({ user_id, team_id: teams.get(name)!.id! })))
  if (members.length > 0) await addToTeams(trx, members)
}

/** Prepares the passwords one after the other, so that other sign-ins do not wait for all the hashes. */
async function prepareEntries(context: Context, plannedRows: readonly PlannedRow[], invite: boolean): Promise<Map<number, AccountEntry>> {
  const entries = new Map<number, AccountEntry>()
  let unknownHash: string | null = null
  for (const [index, row] of plannedRows.entries()) {
    if (row.status !== 'created') continue
    if (usesProviderOnly(context, false)) entries.set(index, { password_hash: null })
    else if (invite) {
      unknownHash ??= await unknownPasswordHash(context)
      entries.set(index, { password_hash: unknownHash })
    } else {
      const password = drawStrongPassword(row)
      entries.set(index, { password, password_hash: await hashPassword(context, password) })
    }
  }
  return entries
}

/** Draws a password until it is strong: a random one may contain a word about the person. */
function drawStrongPassword({ username, email, first_name, last_name }: PlannedRow): string {
  for (;;) {
    const password = drawPassword()
    if (findWeakness(password, [username, email, first_name, last_name]) === null) return password
  }
}

const newAccount = ({ username, email, first_name, last_name }: PlannedRow, { password_hash }: AccountEntry, invited_at: Date | null) => ({
  username,
  email,
  first_name,
  last_name,
  password_hash,
  password_weakness: null,
  is_admin: false,
  is_active: true,
  awaiting_validation: false,
  must_change_password: invited_at === null,
  ...(invited_at !== null && { invited_at }),
})
