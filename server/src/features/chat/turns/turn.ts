import type { ChatAction, Message, RewriteStyle, Source } from '@parvis/contract'
import type { LlmMessage, LlmRequest } from '../../../platform/llm/port.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Place } from '../../../replies/places.ts'
import type { PromptFacts } from '../prompt-facts.ts'

/** What a person asks of a kept conversation. */
export type KeptRequest = {
  conversation_id: string
  action: ChatAction
  /** The question, for `send` and `edit`. */
  content: string
  client_message_id?: string | undefined
  /** The question rewritten by `edit`; the reply taken up by `regenerate` and `continue` (the last one without it). */
  message_id?: string | undefined
  /** With `regenerate`: the form that the last answer is to take. */
  rewrite?: RewriteStyle | undefined
  /** The prompt that the simple chatbot is configured with from now on. */
  prompt_id?: string | null | undefined
}

/** The same, once there is a place for its reply. */
export type PlacedRequest = KeptRequest & { place: Place }

/** A reply about to be written: `read` gives what its prompt is made of. */
export type Turn = {
  message_id: string
  place: Place
  /** What an interrupted reply, now gone on with, had said. */
  prefix: string
  /** What it rested on. */
  had: readonly Source[]
  purpose: LlmRequest['purpose']
  /** Of the answer that is put otherwise: the sources on which the reply rests too, and what it could not take into account either. Null for any other reply. */
  rewritten: { sources: Source[]; notice: string } | null
  read(): Promise<{ facts: PromptFacts; turns: LlmMessage[] }>
}

/** What an action has written: the reply about to be, what it begins with, and what the model is told instead of a question. */
export type Written = {
  message_id: string
  prefix: string
  /** What the reply that is gone on with rested on. */
  had?: readonly Source[]
  purpose: LlmRequest['purpose']
  instruction: string | null
  /** The answer that is put otherwise: the model reads it before the instruction. */
  rewritten?: Pick<Message, 'content' | 'sources' | 'status'>
}

/** Writes the rows of an action in the transaction that holds the conversation; `messages` are those it has, oldest first. @throws {AppError} */
export type WriteAction = (context: Context, db: Db, request: PlacedRequest, messages: readonly Message[]) => Promise<Written>
