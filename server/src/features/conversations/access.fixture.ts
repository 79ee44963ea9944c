import { routes } from '@parvis/contract'
import { ownerRule, publicRule, sharedRule, textFile } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { conversations, news } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(routes.models.list),
  ...[conversations.list, conversations.page, conversations.recent, conversations.stats, conversations.consumption].map((route) => publicRule(route)),
  publicRule(news.seen, { body: { kind: 'projects' } }),
  sharedRule('assistant', 'use', conversations.findOrCreate, ({ id }) => ({ body: { assistant_id: id } }), { success: 201 }),
  sharedRule('ownAssistant', 'use', conversations.findOrCreate, ({ id }) => ({ body: { assistant_id: id } }), { success: 201 }),
  sharedRule('project', 'read', conversations.findOrCreate, ({ id }) => ({ body: { project_id: id } }), { success: 201 }),
  // A category that does not exist yet may be chosen: it is searched once it exists.
  sharedRule('category', 'ask', conversations.findOrCreate, ({ name }) => ({ body: { library: name } }), { success: 201, absent: 201 }),
  sharedRule('document', 'attach', conversations.findOrCreate, ({ id }) => ({ body: { documents: [id] } }), { success: 201 }),
  ownerRule(conversations.findOrCreate, 'A’s document', async (world) => ({ body: { documents: [await world.privateDocument()] } }), 201),
  ownerRule(conversations.addDocuments, 'A’s conversation', async (world) => ({
    params: { id: (await world.documentConversation()).id },
    body: { documents: [await world.privateDocument()] },
  })),
  sharedRule('document', 'attach', conversations.addDocuments, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { documents: [id] },
  })),
  ownerRule(conversations.removeDocument, 'A’s conversation', async (world) => ({ params: await world.documentConversation() })),
  ownerRule(conversations.setDocumentLevel, 'A’s conversation', async (world) => ({ params: await world.documentConversation(), body: { min_level: 2 } })),
  ownerRule(conversations.addFiles, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    form: textFile('document', 'intrus.txt', 'Intrus'),
  })),
  ownerRule(conversations.get, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  ownerRule(conversations.addMessage, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { role: 'user', content: 'Intrus' },
  })),
  ownerRule(conversations.update, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { title: 'Pris' } })),
  sharedRule('project', 'read', conversations.update, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { project_id: id, library: null },
  })),
  sharedRule('assistant', 'use', conversations.update, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { assistant_id: id },
  })),
  sharedRule('category', 'ask', conversations.update, async ({ name }, world, who) => ({
    params: { id: await world.own(who, 'conversation') },
    body: { library: name },
  })),
  ownerRule(conversations.setProjects, 'A’s conversation', async (world) => ({
    body: { conversations: [{ id: (await world.conversation()).id, project_id: null }] },
  })),
  sharedRule('project', 'read', conversations.setProjects, async ({ id }, world, who) => ({
    body: { conversations: [{ id: await world.own(who, 'conversation'), project_id: id }] },
  })),
  ownerRule(conversations.remove, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  ownerRule(conversations.showVersion, 'A’s message', async (world) => {
    const { id, reply_id } = await world.conversation()
    return { params: { id, message_id: reply_id } }
  }),
  ownerRule(conversations.feedback, 'A’s message', async (world) => {
    const { id, reply_id } = await world.conversation()
    return { params: { id, message_id: reply_id }, body: { rating: 'negative' } }
  }),
]
