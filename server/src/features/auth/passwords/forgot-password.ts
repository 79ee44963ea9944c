import { sql } from 'kysely'
import { serverCall, recordAuditEvent } from '../../../audit/audited.ts'
import { addressKey } from '../../../platform/address-key.ts'
import type { Context } from '../../../context.ts'
import { drawSecret, fingerprint, accountKey } from '../keys.ts'
import { mailLater } from '../concurrency-limits.ts'
import { takeFrom, type TokenBucket } from '../throttle.ts'

const linkLifeMs = 60 * 60_000
/** Rate limits of reset mails to one account, and of requests from one network address. Beyond them the answer is the same and no mail is sent. */
const mailsOfAccount: TokenBucket = { burst: 5, everyMs: 12 * 60_000 }
const requestsOfAddress: TokenBucket = { burst: 100, everyMs: 10_000 }

/**
 * Mails a password reset link after the response. Neither the content nor the time of the response reveals whether the account exists (trust cases AUT-06
 * and AUT-08).
 */
export async function requestPasswordReset(context: Context, email: string, ip: string): Promise<void> {
  if (!(await takeFrom(context.db, requestsOfAddress, `forgot:${addressKey(ip)}`, context.now()))) return
  mailLater(context, 'asked', 'password reset mail', () => sendResetLink(context, email, ip))
}

async function sendResetLink(context: Context, email: string, ip: string): Promise<void> {
  const { db } = context
  const now = context.now()
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email_key', '=', accountKey(email))
    .where('is_active', '=', true)
    // A person who signs in only through a provider gets no way around it.
    .where('has_password', '=', true)
    .$if(context.config.signIn.local === 'administrateurs', (query) => query.where('is_admin', '=', true))
    .executeTakeFirst()
  if (user === undefined || !(await takeFrom(db, mailsOfAccount, `forgot:${user.id}`, now))) return
  const token = drawSecret()
  const expires_at = new Date(now.getTime() + linkLifeMs)
  // The lock waits for a concurrent change of address: a link is sent only to the address that the account has when the link is created.
  const insertion = await sql`
    insert into password_reset (token_hash, user_id, created_at, expires_at)
    select ${fingerprint(token)}, id, ${now}::timestamptz, ${expires_at}::timestamptz from app_user
    where id = ${user.id} and email_key = ${accountKey(email)} for key share`.execute(db)
  if (insertion.numAffectedRows === 0n) return
  await context.mailer.send({ to: user.email, subject: 'Réinitialisation de votre mot de passe', text: resetMailText(context, token) })
  await recordAuditEvent({ ...serverCall(context), ip }, { act: 'password.reset_mail', outcome: 'done', target: user.id })
}

function resetMailText(context: Context, token: string): string {
  return `Bonjour,

Une réinitialisation du mot de passe de votre compte Parvis vient d’être demandée.
Pour choisir un nouveau mot de passe, ouvrez ce lien dans l’heure\u00a0:

${context.publicUrl()}/reset-password/${token}

Le lien ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message\u00a0: votre mot de passe ne change pas.
`
}
