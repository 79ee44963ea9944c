import type { CurrentUser } from '@parvis/contract'
import { addressKey } from '../../../platform/address-key.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../context.ts'
import { insertAccount, isTaken, requireOwnName } from '../accounts.ts'
import { toCurrentUser } from '../current-user.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { acceptPassword } from '../passwords/password-policy.ts'
import { mailAddressProof } from './address-proof.ts'
import { takeFrom, type TokenBucket } from '../throttle.ts'

/** Rate limit of registrations from one network address: 300 at once, then one every 3 seconds. */
const registrationsOfAddress: TokenBucket = { burst: 300, everyMs: 3_000 }

type Registration = { username: string; email: string; password: string; first_name: string; last_name: string }

/**
 * Creates an account without any rights (trust case AUT-04); in `validation` mode it waits for an administrator. If registration is limited to some
 * domains, the account is created only once its address is proved: the answer has no `user` and is the same whether the address has an account or not.
 * @throws {AppError} `auth.registration_closed`, `auth.password_short`, `auth.email_domain`, `auth.password_weak`, `auth.taken`, `auth.too_many`,
 *   `request.invalid`
 */
export async function register(context: Context, registration: Registration, ip: string): Promise<{ message: string; user?: CurrentUser; warning?: string }> {
  const { config, db } = context
  const { mode, domains } = config.registration
  // An account with a password is useless where only administrators sign in with one.
  if (mode === 'fermee' || config.signIn.local === 'administrateurs') throw new AppError('auth.registration_closed')
  const { username, email, password, first_name, last_name } = registration
  const { weakness, warning } = acceptPassword(config.passwordPolicy, password, [username, email, first_name, last_name])
  requireOwnName(username, email)
  requireDomain(email, domains)
  if (!(await takeFrom(db, registrationsOfAddress, `register:${addressKey(ip)}`, context.now()))) {
    throw new AppError('auth.too_many', { retryAfterSeconds: registrationsOfAddress.everyMs / 1_000 })
  }
  const warned = warning === undefined ? {} : { warning }
  const person = { username, email, first_name, last_name, password_weakness: weakness }
  if (domains.length > 0) {
    // A user name that is an address must not reveal whether the address has an account.
    if (!username.includes('@') && (await isTaken(db, username, null))) throw new AppError('auth.taken')
    await mailAddressProof(context, { ...person, password_hash: await hashPassword(context, password) }, ip)
    return { message: proofMessage, ...warned }
  }
  if (await isTaken(db, username, email)) throw new AppError('auth.taken')
  const needsValidation = mode === 'validation'
  const row = await insertAccount(db, {
    ...person,
    password_hash: await hashPassword(context, password),
    is_admin: false,
    is_active: !needsValidation,
    awaiting_validation: needsValidation,
    must_change_password: false,
  })
  if (row === null) throw new AppError('auth.taken')
  return { message: registrationMessage(mode), user: toCurrentUser(row), ...warned }
}

const proofMessage = 'Un courriel vient d’être envoyé à votre adresse. Suivez son lien dans l’heure pour ouvrir votre compte.'

/** Message shown after a registration. The one without validation is the specification's, chapter 4. */
export const registrationMessage = (mode: Config['registration']['mode']): string =>
  mode === 'validation'
    ? 'Inscription enregistrée. Votre compte sera utilisable dès qu’un administrateur l’aura activé.'
    : 'Inscription réussie! Veuillez vous connecter.'

/** Whether an address belongs to one of the domains allowed to register. An empty list allows all. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.includes(domain)
}

function requireDomain(email: string, domains: readonly string[]): void {
  if (isOfDomains(email, domains)) return
  const error = new AppError('auth.email_domain')
  throw new AppError('auth.email_domain', { fields: { email: error.message } })
}
