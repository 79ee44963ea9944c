import { retentionNoticeDays } from '@parvis/contract'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { formatFrenchDate } from '../../platform/paris.ts'
import { mailLater } from '../auth/concurrency-limits.ts'
import { noticeMs } from './rules.ts'

/** Whether warnings reach people. Without a mail server, mails are only files on this machine. */
export const canWarn = ({ mailer }: Pick<Context, 'mailer'>): boolean => mailer.kind === 'smtp'

/**
 * Mails a person, in the background, that their account will be deleted unless they sign in. The warning is recorded once the mail has been sent.
 * @param isToWarn SQL condition on the account `u`, checked just before sending: the person may have signed in or been warned meanwhile
 */
export function warnLater(context: Context, user_id: string, isToWarn: RawBuilder<boolean>): void {
  mailLater(context, 'due', 'warning of an inactive account', () => warnInactive(context, user_id, isToWarn))
}

async function warnInactive(context: Context, user_id: string, isToWarn: RawBuilder<boolean>): Promise<void> {
  const { db, mailer, log } = context
  const now = context.now()
  const user = await db.selectFrom('app_user as u').select(['u.email', 'u.is_active']).where('u.id', '=', user_id).where(isToWarn).executeTakeFirst()
  if (user === undefined) return
  const day = formatFrenchDate(new Date(now.getTime() + noticeMs))
  // A deactivated person cannot sign in without an administrator.
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
