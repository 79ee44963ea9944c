import { routes } from '@parvis/contract'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { answerAreas, completeSheet, confirmUse } from './answers.ts'
import { listEntries, readSheet } from './entries.ts'
import { exportImpact, exportRegister } from './export/files.ts'
import { opinionOf } from './opinion/opinion.ts'

const { register } = routes

const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name })

export const registerHandlers: RouteHandler[] = [
  handle(register.list, async ({ context }) => ({ is_required: context.config.useRegister, entries: await listEntries(context) })),

  handle(register.get, ({ context, caller, params }) => readSheet(context, caller, params.id)),

  handle(register.update, (call) => audited(call, 'register.update', () => completeSheet(call.context, call.caller, call.params.id, call.body), toNamed)),

  handle(register.answer, (call) => audited(call, 'register.answer', () => answerAreas(call.context, call.caller, call.params.id, call.body), toNamed)),

  handle(register.confirm, (call) =>
    audited(call, 'register.confirm', () => confirmUse(call.context, call.caller, call.params.id, call.body.expected_updated_at), toNamed),
  ),

  handle(register.opinion, async ({ body }) => ({ signs: opinionOf(body) })),

  handle(register.export, (call) => audited(call, 'register.export', () => exportRegister(call.context, call.query.format, call.disconnected))),

  handle(register.impact, (call) => audited(call, 'register.impact', () => exportImpact(call.context, call.query.format, call.disconnected))),
]
