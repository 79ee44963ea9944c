import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { exemptDocument, expiringConversations, expiringDocuments, setConversationKept } from './own-items.ts'
import { forecastPurge, purge } from './purge.ts'
import { changeRules, placeHold, readHolds, readProofs, readRules, releaseHold } from './rules.ts'

const { retention } = routes

export const retentionHandlers: RouteHandler[] = [
  handle(retention.get, async ({ context: { db } }) => ({ rules: await readRules(db), holds: await readHolds(db), proofs: await readProofs(db) })),

  handle(retention.update, (call) =>
    audited(call, 'retention.update', async () => {
      const rules = await changeRules(call.context.db, call.body, call.context.now())
      return { message: 'Durées de conservation enregistrées', rules }
    }),
  ),

  handle(retention.forecast, async ({ context }) => ({ forecasts: await forecastPurge(context) })),

  handle(retention.purge, (call) =>
    audited(call, 'retention.purge_now', async () => {
      const proofs = await purge(call.context)
      const removedCount = proofs.reduce((sum, proof) => sum + proof.removed, 0)
      return { message: removedCount === 0 ? 'Rien n’avait dépassé sa durée' : 'Purge faite', proofs }
    }),
  ),

  handle(retention.hold, (call) => {
    const { user_id, reason } = call.body
    return audited(call, 'retention.hold', () => placeHold(call.context.db, user_id, reason, call.context.now()), user_id ?? undefined)
  }),

  handle(retention.release, async (call) => {
    await audited(call, 'retention.release', () => releaseHold(call.context.db, call.params.id, call.context.now()), call.params.id)
    return { message: 'Gel levé' }
  }),

  handle(retention.expiring, ({ context, caller }) => expiringConversations(context, caller.id)),

  handle(retention.expiringDocuments, ({ context, caller }) => expiringDocuments(context, caller.id)),

  handle(retention.exemptDocument, async ({ context, caller, params, body }) => {
    await exemptDocument(context, params.id, caller.id, body.exempt)
    return { message: body.exempt ? 'Document conservé' : 'La règle s’applique de nouveau à ce document' }
  }),

  handle(retention.keep, async ({ context, caller, params, body }) => {
    await setConversationKept(context, params.id, caller.id, body.kept)
    return { message: body.kept ? 'Conversation conservée' : 'La règle s’applique de nouveau à cette conversation' }
  }),
]
