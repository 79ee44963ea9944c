import type { PasswordWeakness } from '@parvis/contract'
import { addressKey } from '../../../platform/address-key.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { drawSecret, fingerprint, accountKey } from '../keys.ts'
import { mailLater } from '../concurrency-limits.ts'
import { takeFrom, type TokenBucket } from '../throttle.ts'

const linkLifeMs = 60 * 60_000
const requestLifeMs = 24 * 60 * 60_000
/**
 * Rate limits of registration mails: to one address from one network address (`mailsOfAsker`), to one address in all (`mailsOfAddress`), and of repeated
 * links requested by one network address. A stranger who uses somebody's address from at most three network addresses does not exhaust its owner's share;
 * from four on they do, as long as they continue. Beyond the limits the answer is the same and no mail is sent.
 */
const mailsOfAsker: TokenBucket = { burst: 5, everyMs: 12 * 60_000 }
const mailsOfAddress: TokenBucket = { burst: 20, everyMs: 3 * 60_000 }
const requestsOfNetwork: TokenBucket = { burst: 100, everyMs: 10_000 }

type RegistrationRequest = {
  username: string
  email: string
  first_name: string
  last_name: string
  password_hash: string
  password_weakness: PasswordWeakness | null
}

/**
 * Stores a registration until its address is proved, and mails the link. An address that already has an account gets another mail instead. The response
 * and the work before it are the same in both cases (trust case AUT-06): the request is stored even if no link leads to it.
 */
export async function mailAddressProof(context: Context, request: RegistrationRequest, ip: string): Promise<void> {
  const { db } = context
  const now = context.now()
  const email_key = accountKey(request.email)
  if (!(await takeMailAllowance(context, email_key, ip))) return
  const token = drawSecret()
  const dates = { created_at: now, link_expires_at: after(now, linkLifeMs), expires_at: after(now, requestLifeMs) }
  await db
    .insertInto('registration')
    .values({ ...request, email_key, token_hash: fingerprint(token), ...dates })
    .execute()
  mailProof(context, async () => {
    const existingUser = await db.selectFrom('app_user').select('id').where('email_key', '=', email_key).executeTakeFirst()
    if (existingUser === undefined)
      await context.mailer.send({ to: request.email, subject: 'Confirmez votre adresse', text: confirmationMailText(context, token) })
    else await context.mailer.send({ to: request.email, subject: 'Vous avez déjà un compte', text: existingAccountMailText(context) })
  })
}

/** Mails a new link for the latest pending registration of an address, if there is one, after the response. The previous link becomes invalid. */
export async function resendAddressProof(context: Context, email: string, ip: string): Promise<void> {
  const { db } = context
  const now = context.now()
  const email_key = accountKey(email)
  if (!(await takeFrom(db, requestsOfNetwork, `register-again:${addressKey(ip)}`, now))) return
  if (!(await takeMailAllowance(context, email_key, ip))) return
  mailProof(context, async () => {
    const token = drawSecret()
    const latestRequest = db
      .selectFrom('registration')
      .select('id')
      .where('email_key', '=', email_key)
      .where('expires_at', '>', now.toISOString())
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('app_user').select('app_user.id').where('app_user.email_key', '=', email_key))))
      .orderBy('created_at', 'desc')
      .limit(1)
    const request = await db
      .updateTable('registration')
      .set({ token_hash: fingerprint(token), link_expires_at: after(now, linkLifeMs) })
      .where('id', '=', latestRequest)
      .returning('email')
      .executeTakeFirst()
    if (request === undefined) return
    await context.mailer.send({ to: request.email, subject: 'Confirmez votre adresse', text: confirmationMailText(context, token) })
  })
}

/** Returns the registration of a mailed link. @throws {AppError} `auth.registration_link` for any invalid link */
export async function findRequest({ db, now }: Context, token: string) {
  const request = await db
    .selectFrom('registration')
    .selectAll()
    .where('token_hash', '=', fingerprint(token))
    .where('link_expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (request === undefined) throw new AppError('auth.registration_link')
  return request
}

async function takeMailAllowance({ db, now }: Context, email_key: string, ip: string): Promise<boolean> {
  const key = `register:${fingerprint(email_key)}`
  if (!(await takeFrom(db, mailsOfAsker, `${key}:${fingerprint(addressKey(ip)).slice(0, 16)}`, now()))) return false
  return takeFrom(db, mailsOfAddress, key, now())
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
const mailProof = (context: Context, send: () => Promise<void>): void => mailLater(context, 'asked', 'registration mail', send)

// Contains nothing that was typed: the sender may be writing to somebody else in the authority's name.
function confirmationMailText(context: Context, token: string): string {
  return `Bonjour,

Un compte Parvis vient d’être demandé avec votre adresse. Pour l’ouvrir, suivez ce lien dans l’heure,
avec le mot de passe que vous avez choisi\u00a0:

${context.publicUrl()}/register/${token}

Le lien ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message\u00a0: aucun compte ne sera créé.
`
}

function existingAccountMailText(context: Context): string {
  return `Bonjour,

Une inscription à Parvis vient d’être demandée avec votre adresse, qui a déjà un compte.
Si c’était vous, connectez-vous avec cette adresse, ou choisissez un nouveau mot de passe si vous avez oublié le vôtre\u00a0:

${context.publicUrl()}/forgot-password

Si vous n’avez rien demandé, ignorez ce message\u00a0: rien n’a changé.
`
}
