import type { AccountChange, ChangeAuthor } from '@parvis/contract'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Schema } from '../../db/schema/index.ts'
import { gatesOf } from './gates.ts'

/** What became of an account, and by whose hand. */
export type Change = { user_id: string; change: AccountChange; author: ChangeAuthor }

/** Keeps a change where its person sees it. In the transaction that makes it. */
export async function noteChange(db: Kysely<Schema>, { user_id, change, author }: Change, now: Date): Promise<void> {
  await db.insertInto('account_change').values({ user_id, change, author, at: now }).execute()
}

/**
 * Writes to the person that the password or the address of the account changed, after the answer. A mail that does not leave is told in
 * the log; the change stays to be seen in the profile.
 * @param former address, where it is what changed: it is written to as well
 */
export function mailChange(context: Context, { user_id, change, author }: Change, former: string | null = null): void {
  const at = context.now()
  const tell = (error: unknown) => {
    context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, 'mail of an account change not sent')
  }
  const send = async () => {
    const user = await context.db.selectFrom('app_user').select(['email', 'username', 'first_name']).where('id', '=', user_id).executeTakeFirst()
    if (user === undefined) return
    const letter = { ...user, change, author, at, url: context.publicUrl() }
    if (former !== null) await context.mailer.send({ to: former, subject: subjects[change], text: letterOf({ ...letter, isFormer: true }) }).catch(tell)
    await context.mailer.send({ to: user.email, subject: subjects[change], text: letterOf(letter) })
  }
  gatesOf(context)
    .mailing.run(() => send().catch(tell))
    .catch(tell)
}

const subjects: Record<AccountChange, string> = { password: 'Votre mot de passe a changé', email: 'L’adresse de votre compte a changé' }

const hands: Record<ChangeAuthor, string> = {
  self: 'depuis votre compte',
  link: 'avec un lien reçu par courriel',
  administrator: 'par un administrateur',
  operator: 'par la personne qui exploite le service',
}

type Letter = { username: string; first_name: string; change: AccountChange; author: ChangeAuthor; at: Date; url: string; isFormer?: boolean }

function letterOf({ username, first_name, change, author, at, url, isFormer = false }: Letter): string {
  const when = at.toLocaleString('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' })
  const what =
    change === 'password'
      ? `Le mot de passe de votre compte Parvis (${username}) a été changé ${hands[author]}`
      : `L’adresse électronique de votre compte Parvis (${username}) a été changée ${hands[author]}`
  const given = change === 'password' && (author === 'administrator' || author === 'operator')
  const next = [
    given && 'Vos sessions sont fermées. À votre prochaine connexion, vous choisirez un mot de passe que vous serez seul à connaître.',
    isFormer && 'Vous recevez ce message à l’adresse que votre compte avait jusqu’ici\u00a0: elle ne sert plus à s’y connecter.',
  ].filter(Boolean)
  const unknown = isFormer
    ? 'Si vous ne vous y attendiez pas, prévenez aussitôt votre administrateur.'
    : `Si vous ne vous y attendiez pas, prévenez aussitôt votre administrateur et choisissez un autre mot de passe\u00a0:\n\n${url}/forgot-password`
  return `Bonjour ${first_name || username},\n\n${what}, le ${when}.\n${[...next, ''].join('\n')}\n${unknown}\n`
}
