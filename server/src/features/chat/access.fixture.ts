import { routes } from '@parvis/contract'
import { ownerRule, publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { askOfPrivateDocument } from '../../testing/matrix/matrix-world.ts'

const { chat } = routes
const messageHistory = [{ role: 'user', content: 'Bonjour' }]

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(chat.stream, { body: { messageHistory } }),
  sharedRule('project', 'read', chat.stream, ({ id }) => ({ body: { project_id: id, messageHistory } })),
  sharedRule('assistant', 'use', chat.stream, ({ id }) => ({ body: { assistant_id: id, messageHistory } })),
  sharedRule('ownAssistant', 'use', chat.stream, ({ id }) => ({ body: { assistant_id: id, messageHistory } })),
  sharedRule(
    'prompt',
    'use',
    chat.stream,
    async ({ id }, world, who) => ({ body: { conversation_id: await world.own(who, 'conversation'), prompt_id: id, messageHistory } }),
    // The conversation goes on with the default prompt.
    { absent: 200 },
  ),
  ...(['send', 'opening', 'regenerate', 'edit', 'continue'] as const).map((action) =>
    ownerRule(
      chat.stream,
      `A’s conversation, ${action}`,
      async (world) => {
        const { id, question_id, reply_id } = await world.conversation()
        return {
          body: { conversation_id: id, action, message_id: action === 'edit' ? question_id : reply_id, messageHistory },
        }
        // Actions that the state of her conversation does not allow are refused to A too, with 409 rather than 404.
      },
      action === 'opening' || action === 'continue' ? 409 : 200,
    ),
  ),
  ownerRule(chat.resume, 'A’s reply', async (world) => ({ params: { stream_id: (await world.conversation()).reply_id } })),
  ownerRule(chat.stop, 'A’s running reply', async (world) => ({ params: { stream_id: await world.runningReply() } })),
  publicRule(chat.simple, { body: { message: 'Bonjour' } }),
  {
    route: chat.libraryStream,
    on: 'the shared library',
    make: async (world) => (await world.sharedDocument(), { body: { message: 'Horaires ?', category: 'Réglementation' } }),
  },
  ...['category', 'library', 'library_category'].map((named) =>
    sharedRule('category', 'ask', chat.libraryStream, ({ name }) => ({ body: { message: 'Horaires ?', [named]: name } })),
  ),
  sharedRule(
    'document',
    'attach',
    chat.libraryStream,
    async ({ id }, world) => (await world.readDocuments(), { body: { message: 'Horaires ?', document_id: id } }),
  ),
  ownerRule(chat.libraryStream, 'A’s document', askOfPrivateDocument),
  ownerRule(chat.libraryStream, 'A’s conversation that asks documents', async (world) => {
    const { id: conversation_id } = await world.documentConversation()
    await world.readDocuments()
    return { body: { message: 'Que fleurit ?', conversation_id } }
  }),
  ownerRule(
    chat.libraryStream,
    'A’s conversation',
    async (world) => (
      await world.sharedDocument(),
      { body: { message: 'Horaires ?', category: 'Réglementation', conversation_id: (await world.conversation()).id } }
    ),
  ),
]
