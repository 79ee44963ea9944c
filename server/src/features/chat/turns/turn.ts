import type { ChatAction, Day, Message, RewriteStyle, Source } from '@parvis/contract'
import type { ReplyNotice } from '../../../platform/db/schema/conversations.ts'
import type { LlmRequest } from '../../../platform/llm/port.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { ReplySlot } from '../../../replies/usage.ts'
import type { PromptTurn } from '../notices.ts'
import type { PromptFacts } from '../prompt-facts.ts'

/** A request to the chat in a saved conversation. */
export type ChatRequest = {
  conversation_id: string
  action: ChatAction
  /** The question, for `send` and `edit`. */
  content: string
  client_message_id?: string | undefined
  /** Question replaced by `edit`, or reply targeted by `regenerate` and `continue` (default: the last one). */
  message_id?: string | undefined
  /** Form of the rewritten reply, for `regenerate`. */
  rewrite?: RewriteStyle | undefined
  /** Prompt of the simple chatbot from now on; null removes it, undefined leaves it unchanged. */
  prompt_id?: string | null | undefined
  /** Document that the reply may propose to change; undefined: that of the conversation; null: none. */
  written_document_id?: string | null | undefined
  /** Blocks of this document that the reply may change; undefined: all. */
  block_ids?: readonly string[] | undefined
  /** Day at which the question is answered. */
  as_of?: Day | null | undefined
}

/** A request with the slot acquired for its reply. */
export type SlottedRequest = ChatRequest & { slot: ReplySlot }

/** A saved turn whose reply is about to be written. `read` returns the data of its prompt. */
export type SavedTurn = {
  message_id: string
  slot: ReplySlot
  /** Text of the interrupted reply to continue; empty otherwise. */
  prefix: string
  /** Id of the reply that this one replaces. */
  replacedId?: string
  /** Id, notices and sources of the interrupted reply to continue. */
  continuedId?: string
  prefixNotices: readonly ReplyNotice[]
  previousSources: readonly Source[]
  purpose: LlmRequest['purpose']
  /** Set when a reply is rewritten: the sources and notices of the original, which the new one inherits. Null otherwise. */
  rewritten: { sources: Source[]; notices: ReplyNotice[] } | null
  read(): Promise<{ facts: PromptFacts; turns: PromptTurn[] }>
}

/** Message with the notices of its text, which clients do not receive. */
export type SavedMessage = Message & { notices: readonly ReplyNotice[] }

/** Result of a `WriteAction`. `prefix` is the text that the reply begins with, `instruction` the hidden question that replaces the person's. */
export type WrittenTurn = {
  message_id: string
  prefix: string
  /** Notices and sources of the interrupted reply to continue. */
  prefixNotices?: readonly ReplyNotice[]
  previousSources?: readonly Source[]
  purpose: LlmRequest['purpose']
  instruction: string | null
  /** Id of the reply that this one replaces. */
  replacedId?: string
  /** Id of the interrupted reply to continue. */
  continuedId?: string
  /** Original of a rewritten reply, sent to the model before the instruction. */
  rewritten?: SavedMessage
}

/**
 * Writes the rows of an action in the transaction that locks the conversation. `messages` are its messages, oldest first.
 * @throws {AppError}
 */
export type WriteAction = (context: Context, db: Db, request: SlottedRequest, messages: readonly SavedMessage[]) => Promise<WrittenTurn>
