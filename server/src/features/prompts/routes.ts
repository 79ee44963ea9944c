import { routes } from '@parvis/contract'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { listChoices, listLibrary, pageOfPersonalPrompts, readChoice, readPersonalPrompt } from './queries.ts'
import { createPrompt, removePrompt, updatePrompt } from './write-prompt.ts'

const { prompts, personalPrompts, promptChoices } = routes
const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name })
const removedResponse = { message: 'Prompt supprimé' }

/** Prompts of the library. */
export const promptsHandlers: RouteHandler[] = [
  handle(prompts.list, ({ context, caller }) => listLibrary(context.db, caller.id)),

  handle(prompts.save, (call) => {
    const { context, caller, setStatus } = call
    const { id, client_id, expected_updated_at, ...fields } = call.body
    if (id === undefined) return audited(call, 'prompt.save', () => createPrompt(context.db, null, caller.id, { client_id, ...fields }), toNamed)
    setStatus(200)
    return audited(call, 'prompt.save', () => updatePrompt(context, null, caller.id, id, { expected_updated_at, ...fields }), toNamed)
  }),

  handle(prompts.remove, async (call) => {
    await audited(call, 'prompt.remove', () => removePrompt(call.context.db, null, call.params.id), toNamed)
    return removedResponse
  }),
]

/** Prompts that a person writes for their own use, and what they may insert into a message. */
export const personalPromptsHandlers: RouteHandler[] = [
  handle(personalPrompts.page, ({ context, caller, query }) => pageOfPersonalPrompts(context, caller.id, query)),

  handle(personalPrompts.create, ({ context, caller, body }) => createPrompt(context.db, caller.id, caller.id, body)),

  handle(personalPrompts.get, ({ context, caller, params }) => readPersonalPrompt(context.db, params.id, caller.id)),

  handle(personalPrompts.update, ({ context, caller, params, body }) => updatePrompt(context, caller.id, caller.id, params.id, body)),

  handle(personalPrompts.remove, async ({ context, caller, params }) => {
    await removePrompt(context.db, caller.id, params.id)
    return removedResponse
  }),

  handle(promptChoices.list, ({ context, caller }) => listChoices(context.db, caller.id)),

  handle(promptChoices.get, ({ context, caller, params }) => readChoice(context.db, params.id, caller.id)),
]
