import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakPerson } from './person.ts'

/** Maximum number of conversations and documents of one person: data must not grow, or memory figures would mean nothing. */
const maxConversations = 6
const maxDocuments = 2
const questionsPerConversation = 5

/** An action of a person. @throws when the application does not behave as expected */
export type SoakAction = (person: SoakPerson, personData: PersonData) => Promise<void>

/** Data created by a person. */
export type PersonData = { conversations: string[]; questions: number; documents: string[] }

export async function conversationOf(person: SoakPerson, personData: PersonData): Promise<string> {
  const current = personData.conversations.at(-1)
  if (current !== undefined && personData.questions < questionsPerConversation) return current
  const { id } = await person.callOrThrow<{ id: string }>('POST', '/conversations/find-or-create', {})
  if (id !== current) personData.conversations.push(id)
  personData.questions = 0
  if (personData.conversations.length > maxConversations) await person.callOrThrow('DELETE', `/conversations/${personData.conversations.shift()}`)
  return id
}

export async function lastMessage(person: SoakPerson, conversation_id: string) {
  const { messages } = await person.callOrThrow<{ messages: { role: string; status: string; content: string }[] }>('GET', `/conversations/${conversation_id}`)
  return messages.at(-1)
}

export function expectThat(condition: boolean, description: string): asserts condition {
  if (!condition) throw new Error(description)
}

const ask: SoakAction = async (person, personData) => {
  const id = await conversationOf(person, personData)
  personData.questions += 1
  const reply = await person.ask(id, 'Rédige la note. mode:lent:20')
  const { cut } = await reply.ended
  expectThat(reply.status === 200 && !cut, `a reply: ${reply.status} cut ${cut}`)
  const lastSaved = await lastMessage(person, id)
  expectThat(lastSaved?.status === 'complete' && lastSaved.content === reply.text(), 'a reply that was read is not the one that is kept')
}

/** Reloads the page in the middle of a reply. */
const reloadMidReply: SoakAction = async (person, personData) => {
  const id = await conversationOf(person, personData)
  personData.questions += 1
  const reply = await person.ask(id, 'Rédige la note. mode:lent:30')
  await reply.until((events) => events.length > 3)
  reply.leave()
  await reply.ended
  await sleep(300)
  const rest = await person.follow(reply.stream_id, reply.events.at(-1)!.id)
  const { cut } = await rest.ended
  expectThat(!cut && (await lastMessage(person, id))?.content === reply.text() + rest.text(), 'a reply that was left and found again has a gap')
}

const readConversations: SoakAction = async (person, personData) => {
  await person.callOrThrow('GET', '/conversations')
  await person.callOrThrow('GET', '/conversations?search=note')
  if (personData.conversations.length > 0) await lastMessage(person, personData.conversations[0]!)
  await person.callOrThrow('GET', '/auth/me')
}

const writeProject: SoakAction = async (person) => {
  const { id } = await person.callOrThrow<{ id: string }>('POST', '/projects', { name: 'Voie verte' })
  await person.callOrThrow('PUT', `/projects/${id}`, { content: 'Contexte du projet. '.repeat(200) })
  await person.callOrThrow('DELETE', `/projects/${id}`)
}

const document = (turn: number) =>
  `# Note ${turn}\n\n${Array.from({ length: 40 }, (_, n) => `## Article ${n}\n\nLe conseil délibère sur la voirie communale, au point ${n}.`).join('\n\n')}\n`

const uploadDocument: SoakAction = async (person, personData) => {
  const { status, json } = await person.upload('note.md', document(Math.floor(Math.random() * 1_000)))
  expectThat(status === 201, `an upload: ${status} ${String(json['code'])}`)
  personData.documents.push(String(json['document_id']))
  if (personData.documents.length > maxDocuments) await person.callOrThrow('DELETE', `/bibliotheque/documents/${personData.documents.shift()}`)
}

/** Actions with their frequency, in percent. */
export const soakActions: Record<string, [share: number, act: SoakAction]> = {
  'poser une question': [55, ask],
  'recharger au milieu d’une réponse': [8, reloadMidReply],
  'lister, chercher, relire': [20, readConversations],
  'écrire un projet': [9, writeProject],
  'déposer un document': [8, uploadDocument],
}
