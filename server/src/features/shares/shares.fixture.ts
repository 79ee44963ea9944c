import { routes, type GivenShare, type ReplyStatus, type Source } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import type { MessageTable } from '../../platform/db/schema/conversations.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

/** A question and its answer. */
export const exchange = [
  { role: 'user', content: 'Qui entretient les chemins ?' },
  { role: 'assistant', content: 'La commune entretient les voies communales.' },
] as const

type Turn = Pick<MessageTable, 'content'> & { role: 'user' | 'assistant' | 'system'; status?: ReplyStatus; sources?: Source[] }

/** A conversation of this person with these messages. @returns its id, and theirs in order */
export async function conversationOf(app: TestApp, owner: TestUser, turns: readonly Turn[], more: object = {}): Promise<{ id: string; messages: string[] }> {
  const { id } = await app.db
    .insertInto('conversation')
    .values({
      owner_id: owner.id,
      title: 'Voirie communale',
      assistant_id: null,
      assistant_name: null,
      assistant_category: null,
      project_id: null,
      library: null,
      prompt_id: null,
      started: true,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const messages: string[] = []
  for (const turn of turns) messages.push(await say(app, id, turn))
  return { id, messages }
}

/** Adds a message to a conversation. */
export async function say(app: TestApp, conversation_id: string, { role, content, status = 'complete', sources = [] }: Turn): Promise<string> {
  const row = await app.db
    .insertInto('message')
    .values({
      conversation_id,
      role,
      content,
      status,
      finish_reason: status === 'interrompue' ? 'cut' : null,
      error_code: status === 'interrompue' ? 'llm.cut' : null,
      client_message_id: null,
      sources: JSON.stringify(sources),
      model: null,
      prompt_tokens: null,
      completion_tokens: null,
      writer_id: status === 'en_cours' ? randomUUID() : null,
      feedback: null,
      feedback_comment: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A service with these people. @returns its id */
export async function teamOf(app: TestApp, name: string, members: readonly TestUser[], more: object = {}): Promise<string> {
  const { id } = await app.db
    .insertInto('team')
    .values({ name, group_name: null, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id: user_id } of members) await app.db.insertInto('team_member').values({ team_id: id, user_id, role: 'member' }).execute()
  return id
}

/** Shares a conversation, or throws what was answered. */
export async function share(app: TestApp, { token }: TestUser, conversation_id: string, body: object): Promise<GivenShare> {
  const answer = await app.call(routes.shares.create, { params: { id: conversation_id }, token, body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}
