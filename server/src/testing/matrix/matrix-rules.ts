import { routes } from '@parvis/contract'
import type { Route } from '@parvis/contract'
import { odtFile } from '@parvis/office-writing/letterhead-fixtures'
import { accountRules, fresh, target } from './matrix-account-rules.ts'
import { mine, open } from './matrix-rule.ts'
import type { Rule, Sample } from './matrix-rule.ts'
import { textFile } from './matrix-world.ts'
import type { World } from './matrix-world.ts'
import { testPassword } from '../test-users.ts'

const {
  assistants,
  assistantVersions,
  prompts,
  projects,
  conversations,
  chat,
  feedback,
  library,
  documents,
  assistantCategories,
  documentCategories,
  packs,
  instance,
  dashboards,
  recentErrors,
  announcements,
  letterheads,
  rights,
  retention,
} = routes

// A document of the shared library is read by everybody, changed by its uploader and by administrators.
const changedByUploader = { other: 403 }

export const rules: Rule[] = [
  ...accountRules,

  open(assistants.categories),
  open(assistants.list),
  { route: assistants.get, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  {
    route: assistants.get,
    on: 'an inactive assistant',
    make: async (world) => ({ params: { id: await inactiveAssistant(world) } }),
    owned: { owner: 404, other: 404 },
  },
  {
    route: assistants.create,
    on: '',
    make: ({ category_id }) => ({ body: { name: 'Budget', description: 'Explique', prompt_content: 'Tu expliques.', category_id } }),
  },
  { route: assistants.update, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() }, body: { name: 'Autre' } }) },
  { route: assistants.remove, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  { route: assistants.incrementUsage, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  { route: assistantVersions.list, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  { route: assistantVersions.get, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant(), number: '1' } }) },
  { route: assistantVersions.restore, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant(), number: '1' } }) },

  open(prompts.list),
  open(prompts.save, { body: { name: 'Compte rendu', content: 'Résume.' } }),
  { route: prompts.save, on: 'a prompt', make: async (world) => ({ body: { id: await world.prompt(), name: 'Autre', content: 'Autre.' } }), success: 200 },
  { route: prompts.remove, on: 'a prompt', make: async (world) => ({ params: { id: await world.prompt() } }) },

  open(projects.list),
  open(projects.page),
  open(projects.create, { body: { name: 'Voie verte' } }),
  mine(projects.get, 'A’s project', async (world) => ({ params: { id: await world.project() } })),
  mine(projects.update, 'A’s project', async (world) => ({ params: { id: await world.project() }, body: { name: 'Pris' } })),
  mine(projects.remove, 'A’s project', async (world) => ({ params: { id: await world.project() } })),

  ...[conversations.list, conversations.page, conversations.stats, conversations.consumption].map((route) => open(route)),
  { route: conversations.findOrCreate, on: '', make: async (world) => ({ body: { assistant_id: await world.assistant() } }), success: 201 },
  mine(conversations.findOrCreate, 'A’s project', async (world) => ({ body: { project_id: await world.project() } }), 201),
  mine(conversations.findOrCreate, 'A’s document', async (world) => ({ body: { documents: [await world.privateDocument()] } }), 201),
  mine(conversations.addDocuments, 'A’s conversation', async (world) => ({
    params: { id: (await world.documentConversation()).id },
    body: { documents: [await world.privateDocument()] },
  })),
  mine(conversations.removeDocument, 'A’s conversation', async (world) => ({ params: await world.documentConversation() })),
  mine(conversations.get, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  mine(conversations.addMessage, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { role: 'user', content: 'Intrus' },
  })),
  mine(conversations.rename, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { title: 'Pris' } })),
  mine(conversations.remove, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  mine(conversations.feedback, 'A’s message', async (world) => {
    const { id, reply_id } = await world.conversation()
    return { params: { id, message_id: reply_id }, body: { rating: 'negative' } }
  }),

  open(feedback.counts),
  open(feedback.comments),

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
  mine(chat.libraryStream, 'A’s document', asked),
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

  open(library.categories),
  { route: library.upload, on: '', make: () => ({ form: textFile('document', 'essai.txt', 'Un essai.') }) },
  open(library.uploads),
  { route: library.ask, on: 'one’s own documents', make: async (world) => (await world.readDocuments(), { body: { message: 'Que disent mes documents ?' } }) },
  mine(library.ask, 'A’s document', asked),
  mine(library.quotes, 'A’s message', async (world) => ({ params: { message_id: (await world.conversation()).reply_id } })),

  open(documents.categories),
  ...[documents.list, documents.page].map((route) => open(route)),
  { route: documents.states, on: 'A’s document', make: async (world) => ({ query: { ids: await world.privateDocument() } }) },
  { route: documents.upload, on: '', make: () => ({ form: textFile('file', 'essai.txt', 'Un essai.', { category: 'Notes internes' }) }) },
  ...shared(documents.download),
  ...shared(documents.text),
  ...shared(documents.retry, changedByUploader),
  ...shared(documents.remove, changedByUploader),
  ...shared(documents.update, changedByUploader, { description: 'Autre' }),
  // Never read, so that it has no passage: missing for A too.
  mine(documents.passage, 'A’s document', async (world) => ({ params: { id: await world.privateDocument(), passage_id: '0' } }), 404),

  open(assistantCategories.list),
  { route: assistantCategories.create, on: '', make: () => ({ body: { name: fresh() } }) },
  {
    route: assistantCategories.update,
    on: 'a category',
    make: async (world) => ({ params: await madeCategory(world, 'assistant_category'), body: { icon: 'Zap' } }),
  },
  { route: assistantCategories.remove, on: 'a category', make: async (world) => ({ params: await madeCategory(world, 'assistant_category') }) },
  open(documentCategories.list),
  { route: documentCategories.create, on: '', make: () => ({ body: { name: fresh() } }) },
  {
    route: documentCategories.update,
    on: 'a category',
    make: async (world) => ({ params: await madeCategory(world, 'document_category'), body: { display_name: fresh() } }),
  },
  { route: documentCategories.remove, on: 'a category', make: async (world) => ({ params: await madeCategory(world, 'document_category') }) },

  open(packs.export, { body: {} }),
  { route: packs.preview, on: '', make: () => ({ form: textFile('file', 'pack.json', emptyPack) }) },
  // Nobody can know the fingerprint of a preview that was not made.
  { route: packs.import, on: '', make: () => ({ form: textFile('file', 'pack.json', emptyPack, { fingerprint: 'x' }) }), success: 409 },

  open(letterheads.list),
  { route: letterheads.upload, on: '', make: () => ({ form: letterheadForm() }) },
  {
    route: letterheads.file,
    on: '',
    make: async ({ app, people }) => {
      await app.call(letterheads.upload, { form: letterheadForm(), token: people.admin.token })
      return { params: { id: 'odt' } }
    },
  },
  open(letterheads.remove, { params: { id: 'docx' } }),
  open(rights.holdings),
  open(rights.download),
  {
    route: rights.deleteOwnAccount,
    on: '',
    make: async (world, who) => ({ caller: await world.again(who), body: { password: testPassword, shared_documents: 'delete' } }),
  },
  { route: rights.userHoldings, on: 'a person', make: async (world) => ({ params: await target(world) }) },

  open(retention.get),
  open(retention.update, { body: { feedback: 400 } }),
  open(retention.forecast),
  open(retention.purge),
  { route: retention.hold, on: 'a person', make: async (world) => ({ body: { user_id: (await target(world)).id, reason: 'Contentieux' } }) },
  { route: retention.release, on: 'a hold', make: async (world) => ({ params: { id: await heldAccount(world) } }) },
  open(retention.expiring),
  mine(retention.keep, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { kept: true } })),

  ...[routes.audit.list, routes.audit.export].map((route) => open(route)),
  open(instance.info),
  open(instance.health),
  open(instance.ready),
  open(instance.metrics),
  open(instance.openapi),
  open(dashboards.read),
  open(recentErrors.list),
  open(announcements.current),
  open(announcements.atSignIn),
  open(announcements.publish, { body: { text: 'Maintenance ce soir.' } }),
  open(announcements.remove),
]

const emptyPack = JSON.stringify({ format: 'parvis-pack', version: 1 })

async function madeCategory({ app }: World, table: 'assistant_category' | 'document_category'): Promise<{ id: string }> {
  const name = fresh()
  if (table === 'assistant_category') return app.db.insertInto(table).values({ name, icon: 'Zap' }).returning('id').executeTakeFirstOrThrow()
  return app.db.insertInto(table).values({ name, name_key: name, display_name: name, is_known: true }).returning('id').executeTakeFirstOrThrow()
}

function letterheadForm(): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(odtFile())]), 'papier.odt')
  return form
}

function shared(route: Route, owned: Rule['owned'] = {}, body?: unknown): Rule[] {
  const sample = (id: string) => ({ params: { id }, ...(body !== undefined && { body }) })
  return [
    { route, on: 'a document of the shared library', make: async (world) => sample(await world.sharedDocument()), owned },
    mine(route, 'A’s document', async (world) => sample(await world.privateDocument())),
  ]
}

async function asked(world: World): Promise<Sample> {
  const document_id = await world.privateDocument()
  await world.readDocuments()
  return { body: { message: 'Que fleurit ?', document_id } }
}

async function inactiveAssistant(world: World): Promise<string> {
  const id = await world.assistant()
  await world.app.call(assistants.update, { params: { id }, body: { is_active: false }, token: world.people.admin.token })
  return id
}

async function heldAccount(world: World): Promise<string> {
  const { id: user_id } = await target(world)
  return (await world.app.call(retention.hold, { body: { user_id, reason: 'Contentieux' }, token: world.people.admin.token })).body.id
}
