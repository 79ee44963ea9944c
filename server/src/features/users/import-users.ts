import type { Body, ImportedRow, ImportOutcome, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/run-again.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { insertAccount } from '../auth/accounts.ts'
import { drawPassword } from '../auth/passwords/draw-password.ts'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { findWeakness } from '../auth/passwords/password-strength.ts'
import { mailInvitations, nobodysPassword, signsInElsewhere } from './invite-user.ts'
import { keysOf, planImport, type PlannedRow } from './plan-import.ts'

type Asked = Body<typeof routes.users.import>

/** How a person gets in: by an invitation (no password), by one that the administrator hands over, or elsewhere (null). */
type Entry = { password_hash: string | null; password?: string }

/** What would become of each row. Nothing is written. */
export async function previewImport(db: Db, rows: readonly ImportedRow[]): Promise<PlannedRow[]> {
  const keys = keysOf(rows)
  const accounts = await db
    .selectFrom('app_user')
    .select(['username_key', 'email_key'])
    .where(sql<boolean>`(username_key = any(${keys}::text[]) or email_key = any(${keys}::text[]))`)
    .execute()
  const held = { usernames: new Set(accounts.map((one) => one.username_key)), emails: new Set(accounts.map((one) => one.email_key)) }
  return planImport(rows, held)
}

/**
 * Makes the accounts of the rows that allow it, all of them or, where something breaks, none: a file sent again finds what was made. Each is
 * an ordinary account, active, that its person enters by an invitation or by a password to change at once; elsewhere, where passwords are for
 * administrators alone.
 */
export async function importUsers(context: Context, { rows, invite: asked }: Asked): Promise<{ rows: ImportOutcome[]; created: string[] }> {
  const invite = asked || signsInElsewhere(context, false)
  const planned = await previewImport(context.db, rows)
  const entries = await prepareEntries(context, planned, invite)
  const made = await inTransaction(context.db, async (trx) => {
    const ids = new Map<number, string>()
    for (const [at, entry] of entries) {
      const account = await insertAccount(trx, newAccount(planned[at]!, entry, invite ? context.now() : null))
      if (account !== null) ids.set(at, account.id)
    }
    return ids
  })
  const created = [...made.values()]
  if (invite && created.length > 0) mailInvitations(context, created, 'first')
  // What somebody else took between the look and the writing.
  const again = made.size === entries.size ? planned : await previewImport(context.db, rows)
  const outcomes = planned.map((row, at): ImportOutcome => {
    const { password } = entries.get(at) ?? {}
    if (made.has(at)) return { ...row, ...(password !== undefined && { password }) }
    if (row.status !== 'created') return row
    const now = again[at]!
    return now.status === 'created' ? { ...now, status: 'refused', reason: 'Ce nom vient d’être pris\u00a0: importez de nouveau cette ligne' } : now
  })
  return { rows: outcomes, created }
}

/** One after the other: whoever signs in meanwhile does not wait for all of them. */
async function prepareEntries(context: Context, planned: readonly PlannedRow[], invite: boolean): Promise<Map<number, Entry>> {
  const entries = new Map<number, Entry>()
  let nobodys: string | null = null
  for (const [at, row] of planned.entries()) {
    if (row.status !== 'created') continue
    if (signsInElsewhere(context, false)) entries.set(at, { password_hash: null })
    else if (invite) {
      nobodys ??= await nobodysPassword(context)
      entries.set(at, { password_hash: nobodys })
    } else {
      const password = drawFor(row)
      entries.set(at, { password, password_hash: await hashPassword(context, password) })
    }
  }
  return entries
}

/** Chance may write a word of the person. */
function drawFor({ username, email, first_name, last_name }: PlannedRow): string {
  for (;;) {
    const password = drawPassword()
    if (findWeakness(password, [username, email, first_name, last_name]) === null) return password
  }
}

const newAccount = ({ username, email, first_name, last_name }: PlannedRow, { password_hash }: Entry, invited_at: Date | null) => ({
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
