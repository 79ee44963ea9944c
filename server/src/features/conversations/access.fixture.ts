import { routes } from '@parvis/contract'
import { mine, open, opened } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { textFile } from '../../testing/matrix/matrix-parts.ts'

const { conversations, news } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: Rule[] = [
  ...[conversations.list, conversations.page, conversations.recent, conversations.stats, conversations.consumption].map((route) => open(route)),
  open(news.seen, { body: { kind: 'projects' } }),
  opened('assistant', 'use', conversations.findOrCreate, ({ id }) => ({ body: { assistant_id: id } }), { success: 201 }),
  opened('ownAssistant', 'use', conversations.findOrCreate, ({ id }) => ({ body: { assistant_id: id } }), { success: 201 }),
  opened('project', 'read', conversations.findOrCreate, ({ id }) => ({ body: { project_id: id } }), { success: 201 }),
  // A category that does not exist yet may be chosen: it is searched once it exists.
  opened('category', 'ask', conversations.findOrCreate, ({ name }) => ({ body: { library: name } }), { success: 201, absent: 201 }),
  opened('document', 'attach', conversations.findOrCreate, ({ id }) => ({ body: { documents: [id] } }), { success: 201 }),
  mine(conversations.findOrCreate, 'A’s document', async (world) => ({ body: { documents: [await world.privateDocument()] } }), 201),
  mine(conversations.addDocuments, 'A’s conversation', async (world) => ({
    params: { id: (await world.documentConversation()).id },
    body: { documents: [await world.privateDocument()] },
  })),
  opened('document', 'attach', conversations.addDocuments, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { documents: [id] },
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
  opened('project', 'read', conversations.update, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { project_id: id, library: null },
  })),
  opened('assistant', 'use', conversations.update, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { assistant_id: id },
  })),
  opened('category', 'ask', conversations.update, async ({ name }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { library: name },
  })),
  mine(conversations.setProjects, 'A’s conversation', async (world) => ({
    body: { conversations: [{ id: (await world.conversation()).id, project_id: null }] },
  })),
  opened('project', 'read', conversations.setProjects, async ({ id }, world, who) => ({
    body: { conversations: [{ id: await world.own(who, 'conversation'), project_id: id }] },
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
