import { routes } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { auditedInTransaction, type AuditInTransaction } from '../../audit/audited.ts'
import { auditedKey } from './key-value.ts'
import { createKey, listKeys } from './own-keys.ts'

const { apiKeys } = routes

export const apiKeysHandlers: RouteHandler[] = [
  handle(apiKeys.list, ({ context, caller }) => listKeys(context.db, caller.id)),
  handle(apiKeys.create, (call) => auditedInTransaction(call, 'key.create', (audit) => createKey(call.context, call.caller, call.body, audit))),
  handle(apiKeys.revoke, async (call) => {
    const { context, caller, params } = call
    await auditedInTransaction(call, 'key.revoke', (audit) => revokeKey(context.db, caller.id, params.id, audit))
    // Those that other instances write are stopped by their watch.
    context.replies.cancel((run) => run.key_id === params.id)
    return { message: 'Clé révoquée' }
  }),
]

/** Deletes one of the person's keys: its next call is refused. @throws {AppError} `request.not_found` */
async function revokeKey(db: Db, owner_id: string, id: string, audit: AuditInTransaction): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = await trx
      .deleteFrom('api_key')
      .where('id', '=', id)
      .where('owner_id', '=', owner_id)
      .returning(['id', 'prefix'])
      .executeTakeFirstOrThrow(notFound)
    await audit(trx, auditedKey(key))
  })
}
