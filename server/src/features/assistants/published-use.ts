import type { Assistant, RouteBody, UseAnswers, routes } from '@parvis/contract'
import type { AuditedCall } from '../../audit/audited.ts'
import type { Caller } from '../../context.ts'
import { decideExistingUse, decideNewUse, declareUse } from '../register/publication.ts'
import type { AssistantOwner } from './queries.ts'
import { throughGate } from './tests/gate.ts'
import { createAssistant, updateAssistant } from './write-assistant.ts'

type Assistants = typeof routes.assistants
type CallerCall = AuditedCall & { caller: Caller }

/**
 * Creates an assistant of the organisation. With `USE_REGISTER=oui`, one that is to be published is created inactive until its use is confirmed.
 * @throws {AppError} as `decideNewUse` and `createAssistant`
 */
export async function createPublished(call: CallerCall & { body: RouteBody<Assistants['create']> }): Promise<Assistant> {
  const { context, caller } = call
  const { use, ...fields } = call.body
  if (!context.config.useRegister || !fields.is_active) return createAssistant(context, fields, caller.id)
  const decision = await decideNewUse(context, fields, use)
  const created = await createAssistant(context, { ...fields, is_active: decision === 'publish' }, caller.id)
  if (use !== undefined) await declareUse(call, created, use, decision === 'withhold')
  return created
}

/**
 * Changes an assistant of the organisation. With `USE_REGISTER=oui`, one that the change would publish stays inactive until its use is confirmed.
 * @throws {AppError} as `decideExistingUse`, `changeThroughGate`
 */
export async function changePublished(call: CallerCall & { params: { id: string }; body: RouteBody<Assistants['update']> }): Promise<Assistant> {
  const { context, params } = call
  const { use, ...body } = call.body
  if (!context.config.useRegister || body.is_active !== true) return changeThroughGate(call, params.id, null, body)
  const current = await context.db.selectFrom('assistant').where('id', '=', params.id).where('owner_id', 'is', null).select('is_active').executeTakeFirst()
  if (current === undefined || current.is_active) return changeThroughGate(call, params.id, null, body)
  const decision = await decideExistingUse(context, params.id, body, use)
  const changed = await changeThroughGate(call, params.id, null, { ...body, is_active: decision === 'publish' })
  if (use !== undefined) await declareUse(call, changed, use, decision === 'withhold')
  return changed
}

/**
 * Whether the publication of a proposed assistant waits for the confirmation of its use, which is then required. Never with `USE_REGISTER=non`.
 * @throws {AppError} as `decideExistingUse`
 */
export async function isProposalBlocked(call: CallerCall, assistant: { id: string; name: string }, use: UseAnswers | undefined): Promise<boolean> {
  if (!call.context.config.useRegister) return false
  const decision = await decideExistingUse(call.context, assistant.id, {}, use)
  if (use !== undefined) await declareUse(call, assistant, use, false)
  return decision === 'withhold'
}

/** Changes an assistant of this owner, unless its tests ask for a reason that is not given. @throws {AppError} as `throughGate` and `updateAssistant` */
export function changeThroughGate(
  call: CallerCall,
  id: string,
  owner_id: AssistantOwner,
  body: Omit<RouteBody<Assistants['update']>, 'use'>,
): Promise<Assistant> {
  const { gate_reason: reason, ...changes } = body
  return throughGate(call, { id, owner_id, reason, ...changes }, () => updateAssistant(call.context, id, changes, { author_id: call.caller.id }, owner_id))
}
