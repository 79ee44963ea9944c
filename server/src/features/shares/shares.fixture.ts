import { routes, type GivenShare, type ReplyStatus, type Source } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { MessageTable } from '../../platform/db/schema/conversations.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

/** Messages of a conversation: a question and its answer. */
export const exchange = [
  { role: 'user', content: 'Qui entretient les chemins ?' },
  { role: 'assistant', content: 'La commune entretient les voies communales.' },
] as const

type TestTurn = Pick<MessageTable, 'content'> & { role: 'user' | 'assistant' | 'system'; status?: ReplyStatus; sources?: Source[] }

/** Creates a conversation of this person. @returns its id, and the ids of its messages in order */
export async function conversationOf(
  app: TestApp,
  owner: TestUser,
  turns: readonly TestTurn[],
  more: object = {},
): Promise<{ id: string; messages: string[] }> {
  const conversation = { owner_id: owner.id, title: 'Voirie communale', started: true, ...more }
  const { id } = await app.db.insertInto('conversation').values(conversation).returning('id').executeTakeFirstOrThrow()
  const messages: string[] = []
  for (const turn of turns) messages.push(await say(app, id, turn))
  return { id, messages }
}

export async function say(app: TestApp, conversation_id: string, { role, content, status = 'complete', sources = [] }: TestTurn): Promise<string> {
  const isCut = status === 'interrompue'
  const end = { finish_reason: isCut ? ('cut' as const) : null, error_code: isCut ? 'llm.cut' : null, writer_id: status === 'en_cours' ? randomUUID() : null }
  const message = { conversation_id, role, content, status, ...end, sources: JSON.stringify(sources) }
  return (await app.db.insertInto('message').values(message).returning('id').executeTakeFirstOrThrow()).id
}

/** Creates a team. @returns its id */
export async function teamOf(app: TestApp, name: string, members: readonly TestUser[], more: object = {}): Promise<string> {
  const team = { name, ...more }
  const { id } = await app.db.insertInto('team').values(team).returning('id').executeTakeFirstOrThrow()
  for (const { id: user_id } of members) await app.db.insertInto('team_member').values({ team_id: id, user_id, role: 'member' }).execute()
  return id
}

/** Shares a conversation. @throws when the request fails */
export async function share(app: TestApp, { token }: TestUser, conversation_id: string, body: object): Promise<GivenShare> {
  const answer = await app.call(routes.shares.create, { params: { id: conversation_id }, token, body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}
