import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import { auditedInTransaction } from '../../audit/audited.ts'
import { endSessionsOf } from '../auth/sessions/sessions.ts'
import { profileOptions } from './options.ts'
import { readProfile, updateProfile } from './profile.ts'
import { closeSession, readSecurity } from './security.ts'

export const profileHandlers: RouteHandler[] = [
  handle(routes.profile.get, ({ context, caller }) => readProfile(context.db, caller.id)),
  handle(routes.profile.update, async ({ context, caller, body }) => ({
    ...(await updateProfile(context.db, caller.id, body, context.now())),
    // Specification, chapter 8.
    message: 'Profil mis à jour avec succès',
  })),
  handle(routes.profile.preferences, async ({ context, caller, body }) => {
    await context.db.updateTable('app_user').set({ enter_sends: body.enter_sends }).where('id', '=', caller.id).execute()
    return { message: 'Préférence enregistrée' }
  }),
  handle(routes.profile.security, ({ context, caller }) => readSecurity(context, caller)),
  handle(routes.profile.closeSession, async (call) => {
    const { context, caller, params } = call
    await auditedInTransaction(call, 'session.close', (audit) =>
      inTransaction(context.db, async (trx) => {
        await closeSession(trx, caller.id, params.id, context.now())
        await audit(trx)
      }),
    )
    return { message: 'Session fermée' }
  }),
  handle(routes.profile.closeOtherSessions, async (call) => {
    const { context, caller } = call
    await auditedInTransaction(call, 'session.close', (audit) =>
      inTransaction(context.db, async (trx) => {
        await endSessionsOf(trx, caller.id, context.now(), caller.session_id)
        await audit(trx)
      }),
    )
    return { message: 'Vos autres sessions sont fermées' }
  }),
  handle(routes.profile.options, async () => profileOptions),
]
