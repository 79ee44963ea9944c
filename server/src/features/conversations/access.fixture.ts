import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import { textFile } from '../../testing/matrix/matrix-world.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'

const { conversations } = routes

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  ...[conversations.list, conversations.page, conversations.recent, conversations.stats, conversations.consumption].map((route) => open(route)),
  { route: conversations.findOrCreate, on: '', make: async (world) => ({ body: { assistant_id: await world.assistant() } }), success: 201 },
  mine(conversations.findOrCreate, 'A’s project', async (world) => ({ body: { project_id: await world.project() } }), 201),
  mine(conversations.findOrCreate, 'A’s document', async (world) => ({ body: { documents: [await world.privateDocument()] } }), 201),
  mine(conversations.addDocuments, 'A’s conversation', async (world) => ({
    params: { id: (await world.documentConversation()).id },
    body: { documents: [await world.privateDocument()] },
  })),
  mine(conversations.removeDocument, 'A’s conversation', async (world) => ({ params: await world.documentConversation() })),
  mine(conversations.addFiles, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    form: textFile('document', 'intrus.txt', 'Intrus'),
  })),
  mine(conversations.get, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  mine(conversations.addMessage, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { role: 'user', content: 'Intrus' },
  })),
  mine(conversations.update, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { title: 'Pris' } })),
  mine(conversations.update, 'A’s project', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { project_id: await world.project(), library: null },
  })),
  mine(conversations.remove, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  mine(conversations.showVersion, 'A’s message', async (world) => {
    const { id, reply_id } = await world.conversation()
    return { params: { id, message_id: reply_id } }
  }),
  mine(conversations.feedback, 'A’s message', async (world) => {
    const { id, reply_id } = await world.conversation()
    return { params: { id, message_id: reply_id }, body: { rating: 'negative' } }
  }),
]
