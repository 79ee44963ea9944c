import type { AccountChange, ChangeAuthor } from '@parvis/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { formatFrenchDate } from '../../platform/paris.ts'
import { mailLater } from './concurrency-limits.ts'

/** Change of an account's means of sign-in or address, and its author. */
type AccountChangeEvent = { user_id: string; change: AccountChange; author: ChangeAuthor }

/** Stores a change for the account's security history, in the transaction that makes the change. */
export async function recordAccountChange(db: Db, { user_id, change, author }: AccountChangeEvent, now: Date): Promise<void> {
  await db.insertInto('account_change').values({ user_id, change, author, at: now }).execute()
}

/**
 * Notifies the person by mail of a change of their account, after the response. A mail that fails is logged.
 * @param formerEmail previous address when the address is what changed: it is written to as well
 */
export function notifyAccountChange(context: Context, { user_id, change, author }: AccountChangeEvent, formerEmail: string | null = null): void {
  const at = context.now()
  const send = (to: string, isFormer: boolean) =>
    context.mailer.send({ to, subject: subjects[change], text: changeMailText({ change, author, at, url: context.publicUrl(), isFormer }) })
  const later = (work: () => Promise<void>) => mailLater(context, 'due', 'mail of an account change', work)
  if (formerEmail !== null) later(() => send(formerEmail, true))
  later(async () => {
    const user = await context.db.selectFrom('app_user').select('email').where('id', '=', user_id).executeTakeFirst()
    if (user !== undefined) await send(user.email, false)
  })
}

const subjects: Record<AccountChange, string> = {
  password: 'Votre mot de passe a changé',
  email: 'L’adresse de votre compte a changé',
  second_factor: 'La double authentification de votre compte a changé',
  passkey: 'Les clés d’accès de votre compte ont changé',
  identity: 'Votre compte est relié à un fournisseur d’identité',
  identity_removed: 'Un fournisseur d’identité n’ouvre plus votre compte',
}

const changeSentences: Record<AccountChange, string> = {
  password: 'Le mot de passe de votre compte Parvis a été changé',
  email: 'L’adresse électronique de votre compte Parvis a été changée',
  second_factor: 'La double authentification de votre compte Parvis a été activée ou retirée',
  passkey: 'Une clé d’accès de votre compte Parvis a été ajoutée ou retirée',
  identity: 'Une autre façon de se connecter à votre compte Parvis, par un fournisseur d’identité, a été ajoutée',
  identity_removed: 'Une façon de se connecter à votre compte Parvis, par un fournisseur d’identité, a été retirée',
}

const authorPhrases: Record<ChangeAuthor, string> = {
  self: 'depuis votre compte',
  link: 'avec un lien reçu par courriel',
  administrator: 'par un administrateur',
  operator: 'par la personne qui exploite le service',
}

type ChangeMail = { change: AccountChange; author: ChangeAuthor; at: Date; url: string; isFormer: boolean }

function changeMailText({ change, author, at, url, isFormer }: ChangeMail): string {
  const when = formatFrenchDate(at, 'short')
  const given = change === 'password' && (author === 'administrator' || author === 'operator')
  const next = [
    given && 'Vos sessions sont fermées. À votre prochaine connexion, vous choisirez un mot de passe que vous serez seul à connaître.',
    change === 'identity' && 'Si ce compte avait un mot de passe et que vous ne l’avez pas donné pour le relier, il ne sert plus.',
    change === 'identity_removed' && 'Les services et les droits que ce fournisseur seul vous donnait sont partis avec lui.',
    (change === 'passkey' || change === 'second_factor') &&
      'Changer de mot de passe ne retire ni clé d’accès ni application de codes\u00a0: retirez ce que vous ne connaissez pas dans «\u00a0Mon profil\u00a0», «\u00a0Sécurité\u00a0», ou demandez-le à votre administrateur.',
    isFormer && 'Vous recevez ce message à l’adresse que votre compte avait jusqu’ici\u00a0: elle ne sert plus à s’y connecter.',
  ].filter(Boolean)
  const unknown =
    isFormer || change === 'identity' || change === 'identity_removed'
      ? 'Si vous ne vous y attendiez pas, prévenez aussitôt votre administrateur.'
      : `Si vous ne vous y attendiez pas, prévenez aussitôt votre administrateur et choisissez un autre mot de passe\u00a0:\n\n${url}/forgot-password`
  return `Bonjour,\n\n${changeSentences[change]}${change === 'identity' ? '' : ` ${authorPhrases[author]}`}, le ${when}.\n${[...next, ''].join('\n')}\n${unknown}\n`
}
