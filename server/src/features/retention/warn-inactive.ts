import { retentionNoticeDays } from '@parvis/contract'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { daySaid } from '../../platform/paris.ts'
import { mailLater } from '../auth/registration/mail-later.ts'
import { noticeMs } from './rules.ts'

/** Whether a warning reaches people: without a mail server it is a file of this machine, which warns nobody. */
export const canWarn = ({ mailer }: Pick<Context, 'mailer'>): boolean => mailer.kind === 'smtp'

/**
 * Tells a person, in turn, that their account will go unless they sign in. It counts as told once the mail has left.
 * @param isToWarn what must still be true of the account `u` when its turn comes: they may have signed in, or been told, meanwhile
 */
export function warnLater(context: Context, user_id: string, isToWarn: RawBuilder<boolean>): void {
  mailLater(context, 'due', 'warning of an inactive account', () => warnInactive(context, user_id, isToWarn))
}

async function warnInactive(context: Context, user_id: string, isToWarn: RawBuilder<boolean>): Promise<void> {
  const { db, mailer, log } = context
  const now = context.now()
  const user = await db.selectFrom('app_user as u').select(['u.email', 'u.is_active']).where('u.id', '=', user_id).where(isToWarn).executeTakeFirst()
  if (user === undefined) return
  const day = daySaid(new Date(now.getTime() + noticeMs))
  // Who is deactivated cannot sign in by themselves.
  const first = user.is_active ? 'Pour le garder,' : 'Il est désactivé. Pour le garder, demandez à un administrateur de l’activer, puis'
  try {
    await mailer.send({
      to: user.email,
      subject: 'Votre compte Parvis sera bientôt supprimé',
      text: `Bonjour,

Vous ne vous êtes pas connecté depuis longtemps à votre compte Parvis.
Sans connexion de votre part, il sera supprimé le ${day}, avec vos conversations,
vos projets et vos documents personnels.

${first} connectez-vous dans les ${retentionNoticeDays}\u00a0jours\u00a0:
${context.publicUrl()}/login
`,
    })
  } catch (error) {
    log.warn({ user_id, err: error instanceof Error ? error.name : 'unknown' }, 'an inactive person could not be warned')
    return
  }
  await db.updateTable('app_user').set({ inactivity_warned_at: now }).where('id', '=', user_id).execute()
}
