import { routes, usersFileName, csvLine, byteOrderMark, type ListedUser } from '@parvis/contract'
import { Readable } from 'node:stream'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { dayInParis } from '../../platform/paris.ts'
import { audited, recordAuditEvent } from '../../audit/audited.ts'
import { notifyRemovedIdentities } from '../auth/oidc/own-identities.ts'
import { eraseAccount } from '../rights/erase-account.ts'
import { importUsers, previewImport } from './import-users.ts'
import { inviteAgain } from './invite-user.ts'
import { closeSessions, createUser, resetUserPassword, updateUser } from './manage-users.ts'
import { refuseOwnRemoval } from './own-account.ts'
import { listUsers, readUsers } from './queries.ts'

export const usersHandlers: RouteHandler[] = [
  handle(routes.users.test, async () => ({ message: 'L’administration des comptes répond' })),
  handle(routes.users.list, ({ context, caller, query }) => listUsers(context, caller.id, query)),
  handle(routes.users.create, async (call) => {
    const user = await audited(
      call,
      'users.create',
      () => createUser(call.context, call.caller.id, call.body),
      ({ id }) => id,
    )
    if (user.is_admin) await recordAuditEvent(call, { act: 'users.promote', outcome: 'done', target: user.id })
    if ((call.body.team_ids ?? []).length > 0) await recordAuditEvent(call, { act: 'teams.add_member', outcome: 'done', target: user.id })
    return user
  }),
  handle(routes.users.export, (call) => {
    const { context, query } = call
    return audited(call, 'users.export', async () => {
      const content = Readable.from(usersToCsv(readUsers(context.db, query)), { objectMode: false })
      return { content, filename: usersFileName(dayInParis(context.now())), media_type: 'text/csv; charset=utf-8', size: null }
    })
  }),
  handle(routes.users.previewImport, ({ context, body }) => previewImport(context.db, body.rows)),
  handle(routes.users.import, async (call) => {
    const work = () => importUsers(call.context, call.body)
    const { rows, created, joined, teams } = await audited(call, 'users.import', work, null, { count: (result) => result.created.length })
    for (const target of created) await recordAuditEvent(call, { act: 'users.create', outcome: 'done', target })
    for (const target of teams) await recordAuditEvent(call, { act: 'teams.create', outcome: 'done', target })
    for (const target of joined) await recordAuditEvent(call, { act: 'teams.add_member', outcome: 'done', target })
    return { rows }
  }),
  handle(routes.users.update, async (call) => {
    const { context, caller, params, body } = call
    const { user, acts } = await audited(call, 'users.update', () => updateUser(context, caller, params.id, body), params.id)
    // Recorded apart from `users.update`, so that changes of access (password, address, administrator rights, activation) can be found.
    for (const act of acts) await recordAuditEvent(call, { act, outcome: 'done', target: params.id })
    return user
  }),
  handle(routes.users.remove, async (call) => {
    const { context, caller, params, query } = call
    const { shared_documents, transfer_to } = query
    const unsaid = shared_documents === 'transfer' ? 'unsaid' : 'keep'
    const documentsFate = shared_documents === 'delete' ? 'delete' : transfer_to === undefined ? unsaid : { transfer_to }
    const remove = async () => {
      if (params.id === caller.id) await refuseOwnRemoval(context.db, caller.id)
      await eraseAccount(context, params.id, documentsFate)
    }
    await audited(call, 'users.remove', remove, params.id)
    return { message: 'Utilisateur supprimé avec succès' }
  }),
  handle(routes.users.closeSessions, async (call) => {
    const { context, params } = call
    await audited(call, 'users.close_sessions', () => closeSessions(context, params.id), params.id)
    return { message: 'Sessions fermées' }
  }),
  handle(routes.users.invite, async (call) => {
    await audited(call, 'users.invite', () => inviteAgain(call.context, call.params.id), call.params.id)
    return { message: 'Invitation envoyée' }
  }),
  handle(routes.users.resetPassword, async (call) => {
    const { context, caller, body } = call
    const target = call.params.id
    const { dropped, isCleared, ...warned } = await audited(call, 'users.reset_password', () => resetUserPassword(context, caller, target, body), target)
    if (isCleared) await recordAuditEvent(call, { act: 'users.remove_second_factor', outcome: 'done', target })
    await notifyRemovedIdentities(call, { user_id: target, author: 'administrator' }, dropped)
    return { message: 'Mot de passe réinitialisé avec succès', ...warned }
  }),
]

/** Formats a date to the minute, as spreadsheets recognise it. */
const formatMinute = (at: string | null): string => (at === null ? '' : at.slice(0, 16).replace('T', ' '))

const columns: [string, (user: ListedUser) => string][] = [
  ['Nom d’utilisateur', ({ username }) => username],
  ['Adresse e-mail', ({ email }) => email],
  ['Prénom', ({ first_name }) => first_name],
  ['Nom', ({ last_name }) => last_name],
  ['Services', ({ teams }) => teams.map(({ name }) => name).join(' | ')],
  ['Rôle', ({ is_admin }) => (is_admin ? 'Administrateur' : 'Utilisateur')],
  ['Statut', ({ is_active, invited_at }) => (is_active ? (invited_at === null ? 'Actif' : 'Invité') : 'Inactif')],
  ['Dernière connexion (UTC)', ({ last_login }) => formatMinute(last_login)],
  ['Créé le (UTC)', ({ created_at }) => formatMinute(created_at)],
]

/** Writes accounts as CSV for French spreadsheets, one row per account, without any sign-in data. */
async function* usersToCsv(pages: AsyncIterable<ListedUser[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  for await (const users of pages) yield users.map((user) => csvLine(columns.map(([, read]) => read(user)))).join('')
}
