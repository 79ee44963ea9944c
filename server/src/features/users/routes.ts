import { routes } from '@parvis/contract'
import type { Handler } from '../../http/handler.ts'
import { handle } from '../../http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { eraseAccount } from '../rights/erase-account.ts'
import { createUser, resetUserPassword, updateUser } from './manage-users.ts'
import { listUsers } from './queries.ts'

export const usersHandlers: Handler[] = [
  handle(routes.users.test, async () => ({ message: 'L’administration des comptes répond' })),
  handle(routes.users.list, ({ context, query }) => listUsers(context.db, query.page, query.per_page, query.search?.trim() ?? '')),
  handle(routes.users.create, (call) =>
    audited(
      call,
      'users.create',
      () => createUser(call.context, call.body),
      (user) => user.id,
    ),
  ),
  handle(routes.users.update, (call) => audited(call, 'users.update', () => updateUser(call.context, call.caller, call.params.id, call.body), call.params.id)),
  handle(routes.users.remove, async (call) => {
    const { shared_documents, transfer_to = call.caller.id } = call.query
    const shared = shared_documents === 'delete' ? 'delete' : transfer_to === call.params.id ? 'keep' : { transfer_to }
    await audited(call, 'users.remove', () => eraseAccount(call.context, call.params.id, shared), call.params.id)
    return { message: 'Utilisateur supprimé avec succès' }
  }),
  handle(routes.users.resetPassword, async (call) => {
    await audited(call, 'users.reset_password', () => resetUserPassword(call.context, call.caller, call.params.id, call.body.password), call.params.id)
    return { message: 'Mot de passe réinitialisé avec succès' }
  }),
]
