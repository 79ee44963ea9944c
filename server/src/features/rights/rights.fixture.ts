import { routes, type RouteBody } from '@parvis/contract'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { addToLibrary, uploadPrivate } from '../documents/documents.fixture.ts'

/** Creates a conversation with one question, its answer and feedback on it. @returns its id */
export async function converse(
  app: TestApp,
  { token }: TestUser,
  question: string,
  request: RouteBody<typeof routes.conversations.findOrCreate> = {},
): Promise<string> {
  const { body: conversation } = await app.call(routes.conversations.findOrCreate, { token, body: request })
  const { id } = conversation
  const answer = await app.call(routes.chat.stream, { token, body: { conversation_id: id, messageHistory: [{ role: 'user', content: question }] } })
  if (answer.status !== 200) throw new Error(answer.text)
  const { messages } = (await app.call(routes.conversations.get, { token, params: { id } })).body
  const reply = messages.find(({ role }) => role === 'assistant')!
  await app.call(routes.conversations.feedback, { token, params: { id, message_id: reply.id }, body: { rating: 'negative', comment: `Avis sur ${question}` } })
  return id
}

/** Creates data of every kind for a person. @param mark a word contained in all of it */
export async function fill(app: TestApp, user: TestUser, mark: string): Promise<{ project: string; conversation: string; own: string; shared: string }> {
  const { token } = user
  await app.call(routes.profile.update, { token, body: { fonction: `fonction ${mark}` } })
  const project = (await app.call(routes.projects.create, { token, body: { name: `Projet ${mark}`, content: `Contenu ${mark}` } })).body.id
  await app.call(routes.personalPrompts.create, { token, body: { name: `Prompt ${mark}`, content: `Rédigez ${mark}` } })
  await app.call(routes.writtenDocuments.create, { token, body: { title: `Rédigé ${mark}`, markdown: `Texte ${mark}` } })
  const own = await uploadPrivate(app, user, 'note.txt', `Personnel ${mark}`)
  const conversation = await converse(app, user, `Question ${mark}`, { project_id: project, documents: [own] })
  await uploadPrivate(app, user, 'note.txt', `Le même nom, ${mark}`)
  const shared = (await addToLibrary(app, user, `partagé ${mark}.txt`, `Partagé ${mark}`)).id
  return { project, conversation, own, shared }
}

/** Extracts the files of an archive with a strict reader. */
export async function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const archive = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, { lazyEntries: true, validateEntrySizes: true })
  const open = promisify<yauzl.Entry, Readable>(archive.openReadStream.bind(archive))
  const ended = once(archive, 'end')
  const files: Record<string, Buffer> = {}
  while (true) {
    const next = once(archive, 'entry')
    archive.readEntry()
    const entry = await Promise.race([next, ended.then(() => null)])
    if (entry === null) return files
    const [found] = entry as [yauzl.Entry]
    files[found.fileName] = await buffer(await open(found))
  }
}
