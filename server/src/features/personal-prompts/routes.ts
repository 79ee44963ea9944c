import { routes } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { listChoices, pageOfPersonalPrompts, readChoice, readPersonalPrompt } from './queries.ts'
import { createPersonalPrompt, updatePersonalPrompt } from './write-personal-prompt.ts'

const { personalPrompts, promptChoices } = routes

export const personalPromptsHandlers: RouteHandler[] = [
  handle(personalPrompts.page, ({ context, caller, query }) => pageOfPersonalPrompts(context, caller.id, query)),

  handle(personalPrompts.create, ({ context, caller, body }) => createPersonalPrompt(context, caller.id, body)),

  handle(personalPrompts.get, ({ context, caller, params }) => readPersonalPrompt(context.db, params.id, caller.id)),

  handle(personalPrompts.update, ({ context, caller, params, body }) => updatePersonalPrompt(context, params.id, caller.id, body)),

  handle(personalPrompts.remove, async ({ context, caller, params }) => {
    await context.db
      .deleteFrom('personal_prompt')
      .where('id', '=', params.id)
      .where('owner_id', '=', caller.id)
      .returning('id')
      .executeTakeFirstOrThrow(notFound)
    return { message: 'Prompt supprimé' }
  }),

  handle(promptChoices.list, ({ context, caller }) => listChoices(context.db, caller.id)),

  handle(promptChoices.get, ({ context, caller, params }) => readChoice(context.db, params.id, caller.id)),
]
