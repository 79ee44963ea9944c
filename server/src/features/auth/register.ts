import type { CurrentUser } from '@parvis/contract'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { insertAccount, isTaken, requireOwnName } from './accounts.ts'
import { toCurrentUser } from './current-user.ts'
import { hashPassword } from './password-hash.ts'
import { acceptPassword } from './password-policy.ts'
import { addressKey, takeFrom } from './throttle.ts'
import type { Bucket } from './throttle.ts'

/** Accounts that one address may ask for: 300 at once, then one each 3 seconds. */
const registrationsOfAddress: Bucket = { burst: 300, everyMs: 3_000 }

export type Registration = { username: string; email: string; password: string; first_name: string; last_name: string }

/**
 * Creates an account that never has rights of its own (trust case AUT-04); under `validation` it waits for an administrator.
 * @throws {AppError} `auth.registration_closed`, `auth.password_short`, `auth.email_domain`, `auth.password_weak`, `auth.taken`,
 * `auth.too_many`, `request.invalid`
 */
export async function register(context: Context, asked: Registration, ip: string): Promise<{ message: string; user: CurrentUser; warning?: string }> {
  const { config, db } = context
  const { mode, domains } = config.registration
  if (mode === 'fermee') throw new AppError('auth.registration_closed')
  const { username, email, password, first_name, last_name } = asked
  const { weak, warning } = acceptPassword(config.passwordPolicy, password, [username, email, first_name, last_name])
  requireOwnName(username, email)
  requireDomain(email, domains)
  if (!(await takeFrom(db, registrationsOfAddress, `register:${addressKey(ip)}`, context.now()))) {
    throw new AppError('auth.too_many', { retryAfterSeconds: registrationsOfAddress.everyMs / 1_000 })
  }
  if (await isTaken(db, username, email)) throw new AppError('auth.taken')
  const waits = mode === 'validation'
  const row = await insertAccount(db, {
    username,
    email,
    first_name,
    last_name,
    password_hash: await hashPassword(context, password),
    password_weak: weak,
    is_admin: false,
    is_active: !waits,
    awaiting_validation: waits,
  })
  if (row === null) throw new AppError('auth.taken')
  return { message: waits ? waitingMessage : doneMessage, user: toCurrentUser(row), ...(warning !== undefined && { warning }) }
}

// Specification, chapter 4.
const doneMessage = 'Inscription réussie! Veuillez vous connecter.'
const waitingMessage = 'Inscription enregistrée. Votre compte sera utilisable dès qu’un administrateur l’aura activé.'

function requireDomain(email: string, domains: readonly string[]): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length === 0 || domains.includes(domain)) return
  const error = new AppError('auth.email_domain')
  throw new AppError('auth.email_domain', { fields: { email: error.message } })
}
