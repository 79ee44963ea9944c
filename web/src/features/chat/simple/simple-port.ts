import { limits, type ConversationWithMessages, type Message, type ReplyEvent, type ChatTurn } from '@parvis/contract'
import { isConversationUnavailable } from '../../../api/transport/api-error.ts'
import type { ReadOptions } from '../../../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from '../../../chat/machine/port.ts'
import { cachePromise } from '../../../chat/machine/cache-promise.ts'

/** Server operations of the simple chatbot. */
export interface SimpleChatDeps {
  load: (conversation_id: string, signal: AbortSignal) => Promise<ConversationWithMessages>
  create: (context: { assistant_id: string | null; project_id: string | null }) => Promise<ConversationWithMessages>
  read: (
    body: { messageHistory: ChatTurn[]; assistant_id: string | null; prompt_id: string | null } & Omit<ReplyRequest, 'history'>,
    options: ReadOptions,
  ) => AsyncGenerator<ReplyEvent>
}

interface SimpleChatChoice {
  /** Id of the conversation to resume; null for a new one, created with the first question. */
  conversation_id: string | null
  assistant_id: string | null
  /** Project of a new conversation. */
  project_id: string | null
  /** Returns the system prompt and the id of its prompt. Called at each question, as they may change during the conversation. */
  currentPrompt: () => { systemPrompt: string; prompt: string | null }
}

interface SimpleChatPort extends Pick<ChatPort, 'enter' | 'reply'> {
  createConversation: NonNullable<ChatPort['createConversation']>
  /** Sets the function that reads the messages on the screen. They tell whether a conversation is needed yet, and are sent with each request. */
  setMessagesReader: (shownMessages: () => readonly Pick<Message, 'role' | 'content'>[]) => void
}

/**
 * Creates the port of the simple chatbot. The server saves the conversation, created with its first question or file. Each request also carries the system
 * prompt and all the turns (specification, chapter 7), used if no conversation could be created.
 */
export function simpleChatPort(deps: SimpleChatDeps, { conversation_id, assistant_id, project_id, currentPrompt }: SimpleChatChoice): SimpleChatPort {
  let shownMessages: () => readonly Pick<Message, 'role' | 'content'>[] = () => []
  const createOnce = cachePromise(() => deps.create({ assistant_id, project_id }))
  async function loadOrCreate(signal: AbortSignal, mustExist: boolean): Promise<ConversationWithMessages> {
    if (conversation_id === null) return createOnce()
    try {
      return await deps.load(conversation_id, signal)
    } catch (error) {
      // The conversation was deleted: what is asked now starts another.
      if (!mustExist || !isConversationUnavailable(error)) throw error
      return createOnce()
    }
  }
  return {
    setMessagesReader: (reader) => {
      shownMessages = reader
    },
    async enter(signal) {
      const mustExist = shownMessages().length > 0
      return conversation_id === null && !mustExist ? [] : loadOrCreate(signal, mustExist)
    },
    createConversation: (signal) => loadOrCreate(signal, true),
    reply({ history, ...request }, options) {
      const { systemPrompt, prompt } = currentPrompt()
      const turns = request.conversation_id === null ? history : turnsOf(shownMessages())
      const messageHistory = [{ role: 'system' as const, content: systemPrompt }, ...turns.slice(1 - limits.turns)]
      return deps.read({ messageHistory, assistant_id, prompt_id: prompt, ...request }, options)
    },
  }
}

/** Turns of the messages on the screen, which include the one being sent. An answer without text yet is left out. */
function turnsOf(shownMessages: readonly Pick<Message, 'role' | 'content'>[]): ChatTurn[] {
  return shownMessages.filter(({ content }) => content !== '').map(({ role, content }) => ({ role, content }))
}
