import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { readGateState } from '../assistants/tests/gate.ts'
import { addCase, changeCase, listCases, readTestedAssistant, removeCase, setGate } from './cases.ts'
import { proposeCase } from './from-message.ts'
import { readBudget } from './runs/plan.ts'
import { listRuns, readAnswer, readRun, readSummary } from './runs/results.ts'
import { resumeRun, startRun, stopRun } from './runs/start.ts'

const { assistantTestCases, assistantTestRuns } = routes

export const assistantTestsHandlers: RouteHandler[] = [
  handle(assistantTestCases.list, async ({ context, caller, params }) => {
    const { can_edit, test_min_passed: min_passed, ...assistant } = await readTestedAssistant(context.db, caller, params.id)
    return { assistant, can_edit, min_passed, cases: await listCases(context.db, params.id) }
  }),

  handle(assistantTestCases.create, ({ context, caller, params, body }) => addCase(context, caller, params.id, body)),

  handle(assistantTestCases.update, ({ context, caller, params, body }) => changeCase(context, caller, params, body)),

  handle(assistantTestCases.remove, async ({ context, caller, params }) => {
    await removeCase(context.db, caller, params)
    return { message: 'Cas de contrôle supprimé' }
  }),

  handle(assistantTestCases.fromMessage, ({ context, caller, params }) => proposeCase(context, caller, params.message_id)),

  handle(assistantTestRuns.budget, ({ context, caller, params, body }) => readBudget(context, caller, params.id, body)),

  handle(assistantTestRuns.list, ({ context, caller, params }) => listRuns(context.db, caller, params.id)),

  handle(assistantTestRuns.start, async ({ context, caller, params, body }) =>
    readSummary(context.db, caller, await startRun(context, caller, params.id, body)),
  ),

  handle(assistantTestRuns.get, ({ context, caller, params }) => readRun(context.db, caller, params.id)),

  handle(assistantTestRuns.answer, ({ context, caller, params }) => readAnswer(context.db, caller, params.id)),

  handle(assistantTestRuns.stop, async ({ context, caller, params }) => {
    await stopRun(context, caller, params.id)
    return { message: 'Contrôle arrêté' }
  }),

  handle(assistantTestRuns.resume, async ({ context, caller, params }) => {
    await resumeRun(context, caller, params.id)
    return readSummary(context.db, caller, params.id)
  }),

  handle(assistantTestCases.gateState, async ({ context, caller, params }) => {
    await readTestedAssistant(context.db, caller, params.id)
    return readGateState(context.db, params.id)
  }),

  handle(assistantTestCases.gate, ({ context, caller, params, body }) => setGate(context, caller, params.id, body.min_passed)),
]
