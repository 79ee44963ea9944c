import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'
import { askOfPrivateDocument } from '../../testing/matrix/matrix-world.ts'

const { chat } = routes

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(chat.stream, { body: { messageHistory: [{ role: 'user', content: 'Bonjour' }] } }),
  mine(chat.stream, 'A’s project', async (world) => ({ body: { project_id: await world.project(), messageHistory: [{ role: 'user', content: 'Bonjour' }] } })),
  ...(['send', 'opening', 'regenerate', 'edit', 'continue'] as const).map((action) =>
    mine(
      chat.stream,
      `A’s conversation, ${action}`,
      async (world) => {
        const { id, question_id, reply_id } = await world.conversation()
        return {
          body: { conversation_id: id, action, message_id: action === 'edit' ? question_id : reply_id, messageHistory: [{ role: 'user', content: 'Bonjour' }] },
        }
        // What her conversation is not ready for is refused to A as well, but not as missing.
      },
      action === 'opening' || action === 'continue' ? 409 : 200,
    ),
  ),
  mine(chat.resume, 'A’s reply', async (world) => ({ params: { stream_id: (await world.conversation()).reply_id } })),
  mine(chat.stop, 'A’s running reply', async (world) => ({ params: { stream_id: await world.runningReply() } })),
  open(chat.simple, { body: { message: 'Bonjour' } }),
  {
    route: chat.libraryStream,
    on: 'the shared library',
    make: async (world) => (await world.sharedDocument(), { body: { message: 'Horaires ?', category: 'Réglementation' } }),
  },
  mine(chat.libraryStream, 'A’s document', askOfPrivateDocument),
  mine(chat.libraryStream, 'A’s conversation that asks documents', async (world) => {
    const { id: conversation_id } = await world.documentConversation()
    await world.readDocuments()
    return { body: { message: 'Que fleurit ?', conversation_id } }
  }),
  mine(
    chat.libraryStream,
    'A’s conversation',
    async (world) => (
      await world.sharedDocument(),
      { body: { message: 'Horaires ?', category: 'Réglementation', conversation_id: (await world.conversation()).id } }
    ),
  ),
]
