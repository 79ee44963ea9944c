import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../keys.ts'
import { insertAccount } from '../accounts.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import { findRequest } from './address-proof.ts'
import { isOfDomains, registrationMessage } from './register.ts'
import { attempt } from '../throttle.ts'

/**
 * Creates the account of a registration by the link mailed to its address, and returns the account's id. Also asks for the password chosen at
 * registration: a link that somebody else requested opens nothing to the person who follows it. The link is single-use; other pending registrations of the
 * address are deleted.
 * @throws {AppError} `auth.registration_link`, `auth.registration_password`, `auth.registration_closed`, `auth.email_domain`, `auth.taken`, `auth.locked`
 */
export async function confirmRegistration(context: Context, token: string, password: string): Promise<{ id: string; message: string }> {
  const { db, config } = context
  const request = await findRequest(context, token)
  const { mode, domains } = config.registration
  if (mode === 'fermee' || config.signIn.local === 'administrateurs') throw new AppError('auth.registration_closed')
  // Attributed to no field: the page of the link has no address field to show it on.
  if (!isOfDomains(request.email, domains)) throw new AppError('auth.email_domain')
  const right = await attempt(context, `register-confirm:${request.id}`, () => verifyPassword(context, request.password_hash, password))
  if (!right) throw wrongPassword()
  const needsValidation = mode === 'validation'
  const { username, email, first_name, last_name, password_hash, password_weakness } = request
  const account = { username, email, first_name, last_name, password_hash, password_weakness }
  const state = { is_admin: false, is_active: !needsValidation, awaiting_validation: needsValidation, must_change_password: false }
  return db.transaction().execute(async (trx) => {
    const deletion = await trx.deleteFrom('registration').where('token_hash', '=', fingerprint(token)).executeTakeFirst()
    if (deletion.numDeletedRows === 0n) throw new AppError('auth.registration_link')
    const row = await insertAccount(trx, { ...account, ...state })
    if (row === null) throw new AppError('auth.taken')
    await trx.deleteFrom('registration').where('email_key', '=', request.email_key).execute()
    return { id: row.id, message: registrationMessage(mode) }
  })
}

function wrongPassword(): AppError {
  const { message } = new AppError('auth.registration_password')
  return new AppError('auth.registration_password', { fields: { password: message } })
}
