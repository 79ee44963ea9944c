import type { ChatAction, Message } from '@parvis/contract'
import { sql } from 'kysely'
import type { LlmMessage, LlmRequest } from '../../adapters/llm/port.ts'
import { AppError, notFound } from '../../app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Db } from '../../db/schema/index.ts'
import type { Place } from '../../replies/places.ts'
import type { ReplyReading } from '../../replies/reply-runs.ts'
import { lockConversation, markStarted } from '../conversations/add-message.ts'
import { listMessages } from '../conversations/queries.ts'
import type { Ground } from './grounding.ts'
import { takePlace } from './limits.ts'
import { readPromptFacts } from './prompt-facts.ts'
import type { PromptFacts } from './prompt-facts.ts'
import { preparePrompt } from './prepare-prompt.ts'
import { continueInstruction, enrichedSystemPrompt, openingInstruction } from './prompt.ts'
import { promptAfter, writeQuestion } from './write-question.ts'

export type KeptRequest = {
  conversation_id: string
  action: ChatAction
  /** The question, for `send` and `edit`. */
  content: string
  client_message_id?: string | undefined
  /** The question rewritten by `edit`; the reply taken up by `regenerate` and `continue` (the last one without it). */
  message_id?: string | undefined
  /** The prompt that the simple chatbot is configured with from now on. */
  prompt_id?: string | null | undefined
}

/** A reply about to be written: `read` gives what its prompt is made of. */
type Turn = { message_id: string; place: Place; prefix: string; purpose: LlmRequest['purpose']; read(): Promise<{ facts: PromptFacts; turns: LlmMessage[] }> }

/**
 * Answers in a kept conversation. The question and an empty running reply are written before the model is called; the
 * reply then goes on whoever listens.
 * @throws {AppError} `request.not_found`, `conversations.reply_running`, `conversations.nothing_to_resume`, limits
 */
export async function sendMessage(context: Context, caller: Caller, request: KeptRequest, ground?: Ground): Promise<ReplyReading> {
  let turn: Turn
  try {
    turn = await takeTurn(context, caller, request)
  } catch (error) {
    const again = await alreadySent(context, caller, request)
    if (again === null) throw error
    return again
  }
  return context.replies.start({
    owner_id: caller.id,
    conversation_id: request.conversation_id,
    message_id: turn.message_id,
    place: turn.place,
    prefix: turn.prefix,
    async prepare(signal, shorter) {
      const { facts, turns } = await turn.read()
      const { library, profile } = facts
      const instructions = enrichedSystemPrompt(facts.assistant_prompt, profile, facts.project)
      const { conversation_id } = request
      const parts = { owner_id: caller.id, conversation_id, instructions, turns, purpose: turn.purpose, library, profile, prefix: turn.prefix }
      return preparePrompt(context, parts, turn.purpose === 'chat' ? (ground ?? null) : null, signal, shorter)
    },
  })
}

async function takeTurn(context: Context, caller: Caller, request: KeptRequest): Promise<Turn> {
  if (request.action === 'send') {
    const { message_id, place, facts, previous } = await writeQuestion(context, caller.id, request)
    return { message_id, place, prefix: '', purpose: 'chat', read: async () => ({ facts, turns: previous }) }
  }
  const place = await takePlace(context, caller)
  const { instruction, ...written } = await writeTurn(context, caller, { ...request, action: request.action }).catch((error: unknown) => {
    void context.replies.leave(place)
    throw error
  })
  return {
    ...written,
    place,
    async read() {
      const facts = await readPromptFacts(context.db, request.conversation_id, caller.id)
      return { facts, turns: toTurns(await listMessages(context.db, request.conversation_id), written.prefix, instruction) }
    },
  }
}

/** A retry of a question that was kept gives the same reply again, from its start. */
async function alreadySent(context: Context, caller: Caller, request: KeptRequest): Promise<ReplyReading | null> {
  if (request.client_message_id === undefined) return null
  const row = await context.db
    .selectFrom('message as question')
    .innerJoin('conversation', 'conversation.id', 'question.conversation_id')
    .innerJoin('message as reply', (join) =>
      join.onRef('reply.conversation_id', '=', 'question.conversation_id').onRef('reply.position', '>', 'question.position'),
    )
    .where('conversation.owner_id', '=', caller.id)
    .where('question.conversation_id', '=', request.conversation_id)
    .where('question.client_message_id', '=', request.client_message_id)
    .where('reply.role', '=', 'assistant')
    .orderBy('reply.position')
    .select('reply.id')
    .executeTakeFirst()
  return row === undefined ? null : context.replies.read(row.id, caller.id, 0)
}

async function writeTurn(context: Context, caller: Caller, request: KeptRequest & { action: Exclude<ChatAction, 'send'> }): Promise<Written> {
  const { action } = request
  try {
    return await context.db.transaction().execute(async (db) => {
      await lockConversation(db, request.conversation_id, caller.id)
      if (request.prompt_id !== undefined)
        await sql`update conversation set prompt_id = ${promptAfter(request.prompt_id)} where id = ${request.conversation_id}`.execute(db)
      const messages = await listMessages(db, request.conversation_id)
      if (messages.some((message) => message.status === 'en_cours')) throw new AppError('conversations.reply_running')
      return writers[action](context, db, request, messages)
    })
  } catch (error) {
    // The partial unique index has the last word when two instances race.
    if (isUniqueViolation(error)) throw new AppError('conversations.reply_running', {}, { cause: error })
    throw error
  }
}

type Written = { message_id: string; prefix: string; purpose: LlmRequest['purpose']; instruction: string | null }
type Writer = (context: Context, db: Db, request: KeptRequest, messages: readonly Message[]) => Promise<Written>

const writers: Record<Exclude<ChatAction, 'send'>, Writer> = {
  async opening(context, db, request, messages) {
    if (messages.some((message) => message.role !== 'system'))
      throw new AppError('conversations.reply_running', { sentence: 'Cette conversation est déjà ouverte.' })
    return { message_id: await insertReply(context, db, request.conversation_id, ''), prefix: '', purpose: 'opening', instruction: openingInstruction }
  },
  async edit(context, db, request, messages) {
    const edited = messages.findIndex((message) => message.id === request.message_id && message.role === 'user')
    if (edited === -1) throw notFound()
    await supersede(db, messages.slice(edited))
    await insertQuestion(db, request)
    return { message_id: await insertReply(context, db, request.conversation_id, ''), prefix: '', purpose: 'chat', instruction: null }
  },
  async regenerate(context, db, request, messages) {
    const reply = lastReply(messages, request.message_id)
    if (reply !== null) await supersede(db, [reply])
    const asked = messages.some((message) => message.role === 'user')
    if (reply === null && !asked) throw new AppError('conversations.nothing_to_resume')
    return {
      message_id: await insertReply(context, db, request.conversation_id, ''),
      prefix: '',
      purpose: asked ? 'chat' : 'opening',
      instruction: asked ? null : openingInstruction,
    }
  },
  async continue(context, db, request, messages) {
    const reply = lastReply(messages, request.message_id)
    if (reply === null || reply.status !== 'interrompue') throw new AppError('conversations.nothing_to_resume')
    await supersede(db, [reply])
    const asked = messages.some((message) => message.role === 'user')
    const restart = asked ? null : openingInstruction
    return {
      message_id: await insertReply(context, db, request.conversation_id, reply.content),
      prefix: reply.content,
      purpose: asked ? 'chat' : 'opening',
      instruction: reply.content === '' ? restart : continueInstruction,
    }
  },
}

/** The reply that ends the conversation; null when a question does. Only it can be made again or taken up. */
function lastReply(messages: readonly Message[], wanted: string | undefined): Message | null {
  const last = messages.at(-1)
  if (last === undefined || last.role !== 'assistant') return null
  if (wanted !== undefined && last.id !== wanted) throw notFound()
  return last
}

async function insertQuestion(db: Db, { conversation_id, content, client_message_id }: KeptRequest): Promise<void> {
  if (content.trim() === '') throw new AppError('chat.no_question')
  await db
    .insertInto('message')
    .values({ conversation_id, role: 'user', content, client_message_id: client_message_id ?? null })
    .execute()
  await markStarted(db, conversation_id, content)
}

async function insertReply(context: Context, db: Db, conversation_id: string, prefix: string): Promise<string> {
  const { id } = await db
    .insertInto('message')
    .values({ conversation_id, role: 'assistant', content: '', status: 'en_cours', writer_id: context.instanceId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (prefix !== '') await db.insertInto('reply_chunk').values({ message_id: id, start_at: 0, text: prefix }).execute()
  return id
}

async function supersede(db: Db, messages: readonly Message[]): Promise<void> {
  await db
    .updateTable('message')
    .set({ superseded_at: sql`now()` })
    .where(
      'id',
      'in',
      messages.map((message) => message.id),
    )
    .execute()
}

/** What the model reads of the conversation: what was said, without failures nor the reply being written. */
function toTurns(messages: readonly Message[], prefix: string, instruction: string | null): LlmMessage[] {
  const said = messages
    .filter((message) => message.role !== 'system' && message.status !== 'en_cours' && message.content.trim() !== '')
    .map(({ role, content }): LlmMessage => ({ role, content }))
  if (prefix !== '') said.push({ role: 'assistant', content: prefix })
  if (instruction !== null) said.push({ role: 'user', content: instruction })
  return said
}
