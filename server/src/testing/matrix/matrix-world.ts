import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Llm } from '../../platform/llm/port.ts'
import { LlmError } from '../../platform/llm/port.ts'
import { createLlm } from '../../platform/llm/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Sample } from './matrix-rule.ts'
import { openReply } from '../reply-client.ts'
import { createTestApp } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'
import type { TestUser } from '../test-users.ts'

/** Who calls: the owner A, another person B, an administrator Z, a person disabled while holding tokens, nobody. */
export type Who = 'anonymous' | 'disabled' | 'other' | 'admin' | 'owner'

/** In this order the refusals come before what the owner may do. */
export const everybody: readonly Who[] = ['anonymous', 'disabled', 'other', 'admin', 'owner']

/** A word of everything private that A keeps. It must reach nobody else. */
export const canary = 'jonquille'

/** The application, the persons, and how A makes things by the interface. */
export type World = {
  app: TestApp
  people: Record<Exclude<Who, 'anonymous'>, TestUser>
  /** Another person of the same sort, where a call ends the caller's session. */
  again(who: Who): Promise<TestUser | null>
  project(): Promise<string>
  /** A project of A with a file. */
  projectWithFile(): Promise<{ id: string; document_id: string }>
  /** A conversation of A with a question and its complete reply. */
  conversation(): Promise<{ id: string; question_id: string; reply_id: string }>
  /** A reply of A that the model has begun and does not end. */
  runningReply(): Promise<string>
  assistant(): Promise<string>
  prompt(): Promise<string>
  /** A prompt that A keeps for herself. */
  personalPrompt(): Promise<string>
  /** A draft of A’s, that nobody was shown; named after what is to be shown where it is. */
  ownAssistant(name?: string): Promise<string>
  /** A document that A loaded for herself. */
  privateDocument(): Promise<string>
  /** A conversation of A that asks two documents that she loaded; `document_id` is one of them. */
  documentConversation(): Promise<{ id: string; document_id: string }>
  /** A document of the shared library, uploaded by A. */
  sharedDocument(): Promise<string>
  /** Ends the reading of the documents, which is not what is tried here: answers would wait for it. */
  readDocuments(): Promise<void>
  category_id: string
  close(): Promise<void>
}

/** A name that nobody has. */
export const fresh = (): string => `agent-${crypto.randomUUID().slice(0, 8)}`

/** Somebody to act upon. */
export const target = async ({ app }: World): Promise<{ id: string }> => ({ id: (await app.createUser()).id })

/** A question on a document of A, which is read first. */
export async function askOfPrivateDocument(world: World): Promise<Sample> {
  const document_id = await world.privateDocument()
  await world.readDocuments()
  return { body: { message: 'Que fleurit ?', document_id } }
}

export function textFile(field: string, name: string, text: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set(field, new Blob([text], { type: 'text/plain' }), name)
  return form
}

// The demonstration model, except that it never ends when it is asked to.
function endlessOnRequest(): Llm {
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

export async function createWorld(): Promise<World> {
  // No limit per person: thousands of calls come from four persons.
  const app = await createTestApp({
    llm: endlessOnRequest(),
    config: { ...readConfig({}), chat: { maxRunning: 1_000, maxPerMinute: 100_000 } },
  })
  const url = await app.listen()
  const owner = await app.createUser({ username: 'camille.amont', email: `${canary}-courriel@exemple.fr` })
  const people = { owner, other: await app.createUser(), admin: await app.createUser({ is_admin: true }), disabled: await app.createUser() }
  await app.call(routes.users.update, { params: { id: people.disabled.id }, body: { is_active: false }, token: people.admin.token })
  const category = await app.db.insertInto('assistant_category').values({ name: 'Actes', icon: 'FileText' }).returning('id').executeTakeFirstOrThrow()

  const made = async <T extends { status: number; text: string; body: unknown }>(answer: Promise<T>): Promise<T['body']> => {
    const { status, text, body } = await answer
    if (status >= 300) throw new Error(`the world could not be made: ${status} ${text}`)
    return body
  }
  const emptyConversation = async () => (await made(app.call(routes.conversations.findOrCreate, { body: {}, token: owner.token }))).id
  const messages = async (id: string) => (await made(app.call(routes.conversations.get, { params: { id }, token: owner.token }))).messages
  const privateDocument = async () =>
    (await made(app.call(routes.library.upload, { form: textFile('document', `${canary}.txt`, `La ${canary} fleurit.`), token: owner.token }))).document_id
  const ask = async (content: string) => {
    const id = await emptyConversation()
    await made(app.call(routes.chat.stream, { body: { conversation_id: id, messageHistory: [{ role: 'user', content }] }, token: owner.token }))
    const [question, reply] = await messages(id)
    return { id, question_id: question!.id, reply_id: reply!.id }
  }

  return {
    app,
    people,
    category_id: category.id,
    async again(who) {
      if (who === 'anonymous') return null
      const user = await app.createUser({ is_admin: who === 'admin' })
      if (who === 'disabled') await app.call(routes.users.update, { params: { id: user.id }, body: { is_active: false }, token: people.admin.token })
      return user
    },
    project: async () => (await made(app.call(routes.projects.create, { body: { name: `Projet ${canary}`, content: canary }, token: owner.token }))).id,
    async projectWithFile() {
      const { id } = await made(app.call(routes.projects.create, { body: { name: 'Voie verte' }, token: owner.token }))
      const form = textFile('document', `${canary}.txt`, `La ${canary} fleurit.`)
      const { files } = await made(app.call(routes.projects.addFiles, { params: { id }, form, token: owner.token }))
      return { id, document_id: files[0]!.document_id }
    },
    conversation: () => ask(`Que dire de la ${canary} ?`),
    async runningReply() {
      const conversation_id = await emptyConversation()
      const reply = await openReply(`${url}/api/chat/mistral/stream`, owner.token, {
        body: { conversation_id, messageHistory: [{ role: 'user', content: 'sans fin' }] },
      })
      reply.leave()
      return reply.stream_id
    },
    assistant: async () =>
      (
        await made(
          app.call(routes.assistants.create, {
            body: { name: 'Actes', description: 'Rédige', prompt_content: 'Tu rédiges.', category_id: category.id },
            token: people.admin.token,
          }),
        )
      ).id,
    prompt: async () => (await made(app.call(routes.prompts.save, { body: { name: 'Note', content: 'Rédige une note.' }, token: people.admin.token }))).id,
    personalPrompt: async () =>
      (await made(app.call(routes.personalPrompts.create, { body: { name: `Note ${canary}`, content: `Rédige ${canary}.` }, token: owner.token }))).id,
    async ownAssistant(name = `Aide ${canary}`) {
      // A person has 50 of them at the most.
      await app.db.deleteFrom('assistant').where('owner_id', '=', owner.id).execute()
      const body = { name, description: 'Aide', prompt_content: `Tu aides. ${name}`, category_id: category.id }
      return (await made(app.call(routes.ownAssistants.create, { body, token: owner.token }))).id
    },
    privateDocument,
    async documentConversation() {
      const documents = [await privateDocument(), await privateDocument()]
      const { id } = await made(app.call(routes.conversations.findOrCreate, { body: { documents }, token: owner.token }))
      return { id, document_id: documents[0]! }
    },
    sharedDocument: async () =>
      (
        await made(
          app.call(routes.documents.upload, {
            form: textFile('file', 'note.txt', 'Les horaires d’ouverture.', { category: 'Réglementation' }),
            token: owner.token,
          }),
        )
      ).document.id,
    readDocuments: async () => void (await app.db.updateTable('document').set({ state: 'indexe' }).execute()),
    close: () => app.close(),
  }
}

/** What a refused call leaves as it was. */
const unchanging = [
  'conversation',
  'message',
  'conversation_document',
  'conversation_share',
  'conversation_share_copy',
  'conversation_share_seen',
  'project',
  'project_document',
  'document',
  'document_category',
  'assistant_category',
  'assistant_document_category',
  'assistant',
  'announcement',
  'assistant_version',
  'prompt',
  'personal_prompt',
  'team',
  'team_member',
  'assistant_proposal',
  'access_grant',
  'app_user',
] as const

/** Every row that a refused call must leave as it was: of each table, how many there are and a sum of what they hold. */
export async function everyRow({ db }: TestApp): Promise<Record<string, string>> {
  const sums = unchanging.map(
    (table) => sql`select ${sql.lit(table)} as name, count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)), 0) as held from ${sql.table(table)} row`,
  )
  const { rows } = await sql<{ name: string; held: string }>`${sql.join(sums, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}
