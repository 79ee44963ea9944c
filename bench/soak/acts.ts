import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './person.ts'

/** Maximum number of conversations and documents of one person: data must not grow, or memory figures would mean nothing. */
const keptConversations = 6
const keptDocuments = 2
const questionsPerConversation = 5

/** An action of a person. @throws when the application does not behave as expected */
export type Act = (person: Person, own: Own) => Promise<void>

/** Data created by a person. */
export type Own = { conversations: string[]; questions: number; documents: string[] }

export async function conversationOf(person: Person, own: Own): Promise<string> {
  const current = own.conversations.at(-1)
  if (current !== undefined && own.questions < questionsPerConversation) return current
  const { id } = await person.must<{ id: string }>('POST', '/conversations/find-or-create', {})
  if (id !== current) own.conversations.push(id)
  own.questions = 0
  if (own.conversations.length > keptConversations) await person.must('DELETE', `/conversations/${own.conversations.shift()}`)
  return id
}

export async function lastMessage(person: Person, conversation_id: string) {
  const { messages } = await person.must<{ messages: { role: string; status: string; content: string }[] }>('GET', `/conversations/${conversation_id}`)
  return messages.at(-1)
}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

const ask: Act = async (person, own) => {
  const id = await conversationOf(person, own)
  own.questions += 1
  const reply = await person.ask(id, 'Rédige la note. mode:lent:20')
  const { cut } = await reply.ended
  expectThat(reply.status === 200 && !cut, `a reply: ${reply.status} cut ${cut}`)
  const kept = await lastMessage(person, id)
  expectThat(kept?.status === 'complete' && kept.content === reply.text(), 'a reply that was read is not the one that is kept')
}

/** Reloads the page in the middle of a reply. */
const comeBack: Act = async (person, own) => {
  const id = await conversationOf(person, own)
  own.questions += 1
  const reply = await person.ask(id, 'Rédige la note. mode:lent:30')
  await reply.until((events) => events.length > 3)
  reply.leave()
  await reply.ended
  await sleep(300)
  const rest = await person.follow(reply.stream_id, reply.events.at(-1)!.id)
  const { cut } = await rest.ended
  expectThat(!cut && (await lastMessage(person, id))?.content === reply.text() + rest.text(), 'a reply that was left and found again has a gap')
}

const look: Act = async (person, own) => {
  await person.must('GET', '/conversations')
  await person.must('GET', '/conversations?search=note')
  if (own.conversations.length > 0) await lastMessage(person, own.conversations[0]!)
  await person.must('GET', '/auth/me')
}

const write: Act = async (person) => {
  const { id } = await person.must<{ id: string }>('POST', '/projects', { name: 'Voie verte' })
  await person.must('PUT', `/projects/${id}`, { content: 'Contexte du projet. '.repeat(200) })
  await person.must('DELETE', `/projects/${id}`)
}

const document = (turn: number) =>
  `# Note ${turn}\n\n${Array.from({ length: 40 }, (_, n) => `## Article ${n}\n\nLe conseil délibère sur la voirie communale, au point ${n}.`).join('\n\n')}\n`

const bring: Act = async (person, own) => {
  const { status, json } = await person.upload('note.md', document(Math.floor(Math.random() * 1_000)))
  expectThat(status === 201, `an upload: ${status} ${String(json['code'])}`)
  own.documents.push(String(json['document_id']))
  if (own.documents.length > keptDocuments) await person.must('DELETE', `/bibliotheque/documents/${own.documents.shift()}`)
}

/** Actions with their frequency, in percent. */
export const acts: Record<string, [share: number, act: Act]> = {
  'poser une question': [55, ask],
  'recharger au milieu d’une réponse': [8, comeBack],
  'lister, chercher, relire': [20, look],
  'écrire un projet': [9, write],
  'déposer un document': [8, bring],
}
