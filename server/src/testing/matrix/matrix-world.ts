import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { LlmError } from '../../platform/llm/port.ts'
import { createLlm, type TestLlm } from '../test-llm.ts'
import { readConfig } from '../../platform/config/config.ts'
import { bodyOfSuccess, textFile } from './matrix-rule.ts'
import type { RouteSample, MatrixPeople, MatrixWorld } from './matrix-types.ts'
import { openReply } from '../reply-client.ts'
import type { MatrixCaller } from './matrix-rights.ts'
import { createMatrixTeams, thingMakers } from './matrix-things.ts'
import { newCategory } from '../open-test-app.ts'
import { createTestApp, type TestApp } from '../test-app.ts'

/** Callers tried on every route. */
export const commonCallers: readonly MatrixCaller[] = ['anonymous', 'disabled', 'other', 'member', 'manager', 'admin', 'owner']

/** A word in every private thing of A, which no answer to anybody else may contain. */
export const canary = 'jonquille'

/** Creates an account to act on. */
export const newTarget = async ({ app }: MatrixWorld): Promise<{ id: string }> => ({ id: (await app.createUser()).id })

/** Creates a sample question about a private document of A, marked as indexed first. */
export async function askOfPrivateDocument(world: MatrixWorld): Promise<RouteSample> {
  const document_id = await world.privateDocument()
  await world.readDocuments()
  return { body: { message: 'Que fleurit ?', document_id } }
}

// The demonstration model, with a reply that never ends when the question asks for it.
function endlessOnRequest(): TestLlm {
  const scripted = createLlm({ kind: 'scripted', pace: 0 })
  return {
    ...scripted,
    complete(request) {
      if (!request.messages.at(-1)?.content.includes('sans fin')) return scripted.complete(request)
      request.onDelta(`${canary} `)
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new LlmError('llm.aborted'))))
    },
  }
}

/** Creates the world for the tests of a file, ready from the first hook on. */
export function openWorld(): MatrixWorld {
  const world = {} as MatrixWorld
  beforeAll(async () => void Object.assign(world, await createWorld()))
  afterAll(() => ('close' in world ? world.close() : undefined))
  return world
}

async function createWorld(): Promise<MatrixWorld> {
  // Without rate limits: thousands of calls come from a few people.
  const app = await createTestApp({
    llm: endlessOnRequest(),
    config: { ...readConfig({ API_KEYS: 'tous' }), chat: { maxRunning: 1_000, maxPerMinute: 100_000 } },
  })
  // A transcription server that hears nothing of anybody.
  const transcription = { level: 3, host: 'voix.test', reserve: () => () => {}, transcribe: async () => 'Bonjour', close: async () => {} } as const
  Object.assign(app.context, { transcription })
  const url = await app.listen()
  const owner = await app.createUser({ username: 'camille.amont', email: `${canary}-courriel@exemple.fr` })
  const others = ['disabled', 'other', 'member', 'manager', 'reader', 'writer', 'writers', 'keeper', 'keepers'] as const
  const made = await Promise.all(others.map(async (who) => [who, await app.createUser()] as const))
  const people = { owner, admin: await app.createUser({ is_admin: true }), ...(Object.fromEntries(made) as Omit<MatrixPeople, 'owner' | 'admin'>) }
  await app.call(routes.users.update, { params: { id: people.disabled.id }, body: { is_active: false }, token: people.admin.token })
  const category_id = await newCategory(app.db)

  const emptyConversation = async () => (await bodyOfSuccess(app.call(routes.conversations.findOrCreate, { body: {}, token: owner.token }))).id
  const messages = async (id: string) => (await bodyOfSuccess(app.call(routes.conversations.get, { params: { id }, token: owner.token }))).messages
  const privateDocument = async () =>
    (await bodyOfSuccess(app.call(routes.library.upload, { form: textFile('document', `${canary}.txt`, `La ${canary} fleurit.`), token: owner.token })))
      .document_id
  const ask = async (content: string) => {
    const id = await emptyConversation()
    await bodyOfSuccess(app.call(routes.chat.stream, { body: { conversation_id: id, messageHistory: [{ role: 'user', content }] }, token: owner.token }))
    const [question, reply] = await messages(id)
    return { id, question_id: question!.id, reply_id: reply!.id }
  }

  const services = await createMatrixTeams(app, people)
  const world: Omit<MatrixWorld, 'thing' | 'own'> = {
    app,
    people,
    category_id,
    async again(who) {
      if (who === 'anonymous') return null
      const user = await app.createUser({ is_admin: who === 'admin' })
      if (who === 'disabled') await app.call(routes.users.update, { params: { id: user.id }, body: { is_active: false }, token: people.admin.token })
      return user
    },
    project: async () =>
      (await bodyOfSuccess(app.call(routes.projects.create, { body: { name: `Projet ${canary}`, content: canary }, token: owner.token }))).id,
    async fileIn(id) {
      const form = textFile('document', 'bornes.txt', 'Des bornes.')
      const { files } = await bodyOfSuccess(app.call(routes.projects.addFiles, { params: { id }, form, token: owner.token }))
      return { id, document_id: files[0]!.document_id }
    },
    async assistantFileIn(id) {
      const form = textFile('document', 'bornes.txt', 'Des bornes.')
      const { files } = await bodyOfSuccess(app.call(routes.ownAssistantFiles.add, { params: { id }, form, token: owner.token }))
      return { id, document_id: files[0]!.document_id }
    },
    conversation: (question = `Que dire de la ${canary} ?`) => ask(question),
    async runningReply() {
      const conversation_id = await emptyConversation()
      const reply = await openReply(`${url}/api/chat/mistral/stream`, owner.token, {
        body: { conversation_id, messageHistory: [{ role: 'user', content: 'sans fin' }] },
      })
      reply.leave()
      return reply.stream_id
    },
    async assistant() {
      const body = { name: 'Actes', description: 'Rédige', prompt_content: 'Tu rédiges.', category_id }
      return (await bodyOfSuccess(app.call(routes.assistants.create, { body, token: people.admin.token }))).id
    },
    prompt: async () =>
      (await bodyOfSuccess(app.call(routes.prompts.save, { body: { name: 'Note', content: 'Rédige une note.' }, token: people.admin.token }))).id,
    personalPrompt: async () =>
      (await bodyOfSuccess(app.call(routes.personalPrompts.create, { body: { name: `Note ${canary}`, content: `Rédige ${canary}.` }, token: owner.token }))).id,
    async ownAssistant(name = `Aide ${canary}`) {
      // A person may have 50 assistants at most.
      await app.db.deleteFrom('assistant').where('owner_id', '=', owner.id).execute()
      const body = { name, description: 'Aide', prompt_content: `Tu aides. ${name}`, category_id }
      return (await bodyOfSuccess(app.call(routes.ownAssistants.create, { body, token: owner.token }))).id
    },
    async writtenDocument(title = `Note sur la ${canary}`) {
      const body = { title, markdown: `Texte : ${title}.` }
      return (await bodyOfSuccess(app.call(routes.writtenDocuments.create, { body, token: owner.token }))).id
    },
    privateDocument,
    async documentConversation() {
      const documents = [await privateDocument(), await privateDocument()]
      const { id } = await bodyOfSuccess(app.call(routes.conversations.findOrCreate, { body: { documents }, token: owner.token }))
      return { id, document_id: documents[0]! }
    },
    async sharedDocument() {
      const form = textFile('file', 'note.txt', 'Les horaires d’ouverture.', { category: 'Réglementation' })
      return (await bodyOfSuccess(app.call(routes.documents.upload, { form, token: owner.token }))).document.id
    },
    readDocuments: async () => void (await app.db.updateTable('document').set({ state: 'indexe' }).execute()),
    close: () => app.close(),
  }
  return { ...world, thing: thingMakers(world, services), own: ownMaker(world) }
}

function ownMaker({ app, people, category_id }: Pick<MatrixWorld, 'app' | 'people' | 'category_id'>): MatrixWorld['own'] {
  return async (who, what) => {
    const { token } = who === 'anonymous' || who === 'disabled' ? people.other : people[who]
    const assistant = { name: 'La sienne', description: 'Aide', prompt_content: 'Tu aides.', category_id }
    const made = {
      conversation: () => app.call(routes.conversations.findOrCreate, { body: {}, token }),
      assistant: () => app.call(routes.ownAssistants.create, { body: assistant, token }),
      project: () => app.call(routes.projects.create, { body: { name: 'Le sien' }, token }),
      writtenDocument: () => app.call(routes.writtenDocuments.create, { body: { title: 'Le sien' }, token }),
    }
    if (what === 'document') {
      const form = textFile('file', 'note.txt', 'Une note.', { category: 'Réglementation' })
      return (await bodyOfSuccess(app.call(routes.documents.upload, { form, token }))).document.id
    }
    if (what === 'upload')
      return (await bodyOfSuccess(app.call(routes.library.upload, { form: textFile('document', 'note.txt', 'Une note.'), token }))).document_id
    if (what !== 'exchange') return (await bodyOfSuccess<{ status: number; text: string; body: { id: string } }>(made[what]())).id
    const { id } = await bodyOfSuccess(made.conversation())
    for (const role of ['user', 'assistant'] as const)
      await bodyOfSuccess(app.call(routes.conversations.addMessage, { params: { id }, body: { role, content: 'Bonjour' }, token }))
    return id
  }
}

/** Tables that a refused call must not change. */
const guardedTables = `
  conversation message conversation_document conversation_change conversation_share conversation_share_subject conversation_share_copy
  conversation_share_seen project project_author project_document document document_category assistant_category assistant_document_category assistant_document assistant
  assistant_favorite announcement assistant_version prompt personal_prompt team team_member assistant_proposal assistant_test_case assistant_test_run access_grant letterhead retention_rule
  legal_hold app_user api_key written_document written_document_version written_document_proposal text_review
  charter_version charter_acceptance`
  .trim()
  .split(/\s+/)

/** Returns for each table the number of rows and a checksum of their content. @param about only the rows that contain this id */
export async function everyRow({ db }: TestApp, about?: string): Promise<Record<string, string>> {
  const filter = about === undefined ? sql`` : sql`where row::text like ${`%${about}%`}`
  const sums = guardedTables.map(
    (table) =>
      sql`select ${sql.lit(table)} as name, count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)), 0) as held from ${sql.table(table)} row ${filter}`,
  )
  const { rows } = await sql<{ name: string; held: string }>`${sql.join(sums, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}
