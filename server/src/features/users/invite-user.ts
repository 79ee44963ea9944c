import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { drawSecret, fingerprint } from '../auth/keys.ts'
import { cancelMailedLinks } from '../auth/accounts.ts'
import { isLocalSignInClosed } from '../auth/current-user.ts'
import { mailLater, mailsSettled } from '../auth/concurrency-limits.ts'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { takeFrom, type TokenBucket } from '../auth/throttle.ts'

/** Age of an account, in milliseconds, up to which a lost invitation is sent again. */
const lostInvitationMs = 24 * 3_600_000
const linkLifeMs = 7 * 24 * 3_600_000
/** Rate limit of invitations to one account: 5 at once, then one every 12 minutes. */
const invitationsOfAccount: TokenBucket = { burst: 5, everyMs: 12 * 60_000 }

/** Returns the hash of random bytes that nobody knows, for an account whose person has not chosen a password yet. */
export const unknownPasswordHash = (context: Context): Promise<string> => hashPassword(context, drawSecret())

/** Whether an account signs in only through an identity provider, so that a password would be useless. */
export const usesProviderOnly = ({ config }: Pick<Context, 'config'>, is_admin: boolean): boolean =>
  isLocalSignInClosed(config.signIn, { provider: null, is_admin })

/**
 * Mails a new invitation; the previous link becomes invalid.
 * @throws {AppError} `request.not_found`, `users.not_invited` for an account that has chosen its password, `users.invited_later` for an inactive one,
 *   `request.too_many`
 */
export async function inviteAgain(context: Context, id: string): Promise<void> {
  const { db } = context
  const user = await db.selectFrom('app_user').select(['invited_at', 'is_active']).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  if (user.invited_at === null) throw new AppError('users.not_invited')
  if (!user.is_active) throw new AppError('users.invited_later')
  if (!(await takeFrom(db, invitationsOfAccount, `invite:${id}`, context.now()))) {
    throw new AppError('request.too_many', { retryAfterSeconds: invitationsOfAccount.everyMs / 1_000 })
  }
  mailInvitations(context, [id], 'again')
}

/** `first`: not sent to an account that has an open link. `again`: replaces an open link. */
type Invitation = 'first' | 'again'

/**
 * Mails each account a single-use link to choose a password, valid for seven days, or the sign-in page for an account without password. Sent after the
 * response. An inactive account is mailed only when it is activated.
 */
export function mailInvitations(context: Context, ids: readonly string[], invitation: Invitation): void {
  for (const id of ids) mailLater(context, 'due', 'invitation', () => sendInvitation(context, id, invitation))
}

/**
 * Mails the lost invitations of accounts less than a day old that have no open link: those interrupted by a stop of the process, or refused by the mail
 * server. Leaves out accounts that sign in only through a provider: they never have a link, and would be mailed each time. Resolves when the mails have
 * been sent.
 */
export async function mailLostInvitations(context: Context): Promise<void> {
  const since = new Date(context.now().getTime() - lostInvitationMs)
  const lostInvitations = await context.db
    .selectFrom('app_user')
    .select('id')
    .where('invited_at', 'is not', null)
    .where('is_active', '=', true)
    .where('created_at', '>', sql<string>`${since}::timestamptz`)
    .$if(usesProviderOnly(context, false), (query) => query.where('is_admin', '=', true))
    .where(hasNoLink)
    .orderBy('created_at')
    .execute()
  const ids = lostInvitations.map(({ id }) => id)
  mailInvitations(context, ids, 'first')
  if (ids.length > 0) await mailsSettled(context)
}

const hasNoLink = sql<boolean>`not exists (select 1 from password_reset where user_id = app_user.id and used_at is null)`

async function sendInvitation(context: Context, id: string, invitation: Invitation): Promise<void> {
  const { db } = context
  const now = context.now()
  const token = drawSecret()
  const user = await db.transaction().execute(async (trx) => {
    // The lock waits for a concurrent change of address, and for another invitation.
    await trx.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute()
    const row = await trx
      .updateTable('app_user')
      .set({ invited_at: now })
      .where('id', '=', id)
      .where('invited_at', 'is not', null)
      .where('is_active', '=', true)
      .$if(invitation === 'first', (query) => query.where(hasNoLink))
      .returning(['email', 'username', 'first_name', 'is_admin'])
      .executeTakeFirst()
    if (row === undefined) return null
    await cancelMailedLinks(trx, id, now)
    if (usesProviderOnly(context, row.is_admin)) return row
    const link = { token_hash: fingerprint(token), user_id: id, created_at: now, expires_at: new Date(now.getTime() + linkLifeMs) }
    await trx.insertInto('password_reset').values(link).execute()
    return row
  })
  if (user === null) return
  const text = usesProviderOnly(context, user.is_admin) ? providerInvitationText(context, user) : invitationText(context, user, token)
  const mail = { to: user.email, subject: 'Votre compte Parvis', text }
  await context.mailer.send(mail).catch(async (error: unknown) => {
    // A link that nobody has received must not prevent another from being mailed.
    await db.deleteFrom('password_reset').where('token_hash', '=', fingerprint(token)).execute()
    throw error
  })
}

type InvitedPerson = { first_name: string; username: string; email: string }

const disjunction = new Intl.ListFormat('fr', { type: 'disjunction' })

function providerInvitationText(context: Context, user: InvitedPerson): string {
  const providers = context.config.signIn.providers.map(({ label }) => `«\u00a0${label}\u00a0»`)
  return `Bonjour ${user.first_name || user.username},

Un compte Parvis vient d’être ouvert pour vous. Vous n’avez pas de mot de passe à choisir\u00a0:
connectez-vous par ${disjunction.format(providers)}, où votre adresse est ${user.email}.
La page de connexion\u00a0:

${context.publicUrl()}/login
`
}

const invitationText = (context: Context, user: InvitedPerson, token: string) => `Bonjour ${user.first_name || user.username},

Un compte Parvis vient d’être ouvert pour vous. Votre nom d’utilisateur est ${user.username}.
Pour choisir votre mot de passe, ouvrez ce lien dans les sept jours\u00a0:

${context.publicUrl()}/reset-password/${token}

Le lien ne sert qu’une fois. S’il n’est plus valable, demandez une autre invitation à votre administrateur.
`
