import { AppError, notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { drawSecret, fingerprint } from '../auth/account-keys.ts'
import { endResetLinks } from '../auth/accounts.ts'
import { mailLater } from '../auth/mail-later.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { takeFrom } from '../auth/throttle.ts'
import type { Bucket } from '../auth/throttle.ts'

const linkLifeMs = 7 * 24 * 3_600_000
/** Invitations of one account: a few in a row, then one every 12 minutes. */
const invitationsOfAccount: Bucket = { burst: 5, everyMs: 12 * 60_000 }

/** What an account has until its person chooses a password: the hash of bytes that nobody knows. */
export const nobodysPassword = (context: Context): Promise<string> => hashPassword(context, drawSecret())

/**
 * Mails another invitation; the link before serves no more.
 * @throws {AppError} `request.not_found`, `users.not_invited` for who has chosen a password, `users.invited_later`, `request.too_many`
 */
export async function inviteAgain(context: Context, id: string): Promise<void> {
  const { db } = context
  const user = await db.selectFrom('app_user').select(['invited_at', 'is_active']).where('id', '=', id).executeTakeFirst()
  if (user === undefined) throw notFound()
  if (user.invited_at === null) throw new AppError('users.not_invited')
  if (!user.is_active) throw new AppError('users.invited_later')
  if (!(await takeFrom(db, invitationsOfAccount, `invite:${id}`, context.now()))) {
    throw new AppError('request.too_many', { retryAfterSeconds: invitationsOfAccount.everyMs / 1_000 })
  }
  mailInvitations(context, [id])
}

/**
 * Mails to each account the link by which its person chooses a password: single use, seven days. After the answer. An inactive account is
 * mailed when it is activated: until then its link would open nothing.
 */
export function mailInvitations(context: Context, ids: readonly string[]): void {
  for (const id of ids) mailLater(context, 'due', 'invitation', () => send(context, id))
}

async function send(context: Context, id: string): Promise<void> {
  const { db } = context
  const now = context.now()
  const token = drawSecret()
  const user = await db.transaction().execute(async (trx) => {
    // The lock waits for a change of address under way.
    const row = await trx
      .updateTable('app_user')
      .set({ invited_at: now })
      .where('id', '=', id)
      .where('invited_at', 'is not', null)
      .where('is_active', '=', true)
      .returning(['email', 'username', 'first_name'])
      .executeTakeFirst()
    if (row === undefined) return null
    await endResetLinks(trx, id, now)
    const link = { token_hash: fingerprint(token), user_id: id, created_at: now, expires_at: new Date(now.getTime() + linkLifeMs) }
    await trx.insertInto('password_reset').values(link).execute()
    return row
  })
  if (user === null) return
  await context.mailer.send({
    to: user.email,
    subject: 'Votre compte Parvis',
    text: `Bonjour ${user.first_name || user.username},

Un compte Parvis vient d’être ouvert pour vous. Votre nom d’utilisateur est ${user.username}.
Pour choisir votre mot de passe, ouvrez ce lien dans les sept jours\u00a0:

${context.publicUrl()}/reset-password/${token}

Le lien ne sert qu’une fois. S’il n’est plus valable, demandez une autre invitation à votre administrateur.
`,
  })
}
