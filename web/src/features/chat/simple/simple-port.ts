import { limits, type ConversationWithMessages, type Message, type ReplyEvent, type Turn } from '@parvis/contract'
import { isGone } from '../../../api/transport/api-error.ts'
import type { ReadOptions } from '../../../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from '../../../chat/delivery/chat-port.ts'
import { madeOnce } from '../../../chat/delivery/made-once.ts'

/** Server operations of the simple chatbot. */
export interface SimpleChatDeps {
  load: (conversation_id: string, signal: AbortSignal) => Promise<ConversationWithMessages>
  create: (tied: { assistant_id: string | null; project_id: string | null }) => Promise<ConversationWithMessages>
  read: (
    body: { messageHistory: Turn[]; assistant_id: string | null; prompt_id: string | null } & Omit<ReplyRequest, 'history'>,
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
  voice: () => { systemPrompt: string; prompt: string | null }
}

interface SimpleChatPort extends Pick<ChatPort, 'enter' | 'reply'> {
  place: NonNullable<ChatPort['place']>
  /** Sets the function that reads the messages on the screen. They tell whether a conversation is needed yet, and are sent with each request. */
  attach: (said: () => readonly Pick<Message, 'role' | 'content'>[]) => void
}

/**
 * Creates the port of the simple chatbot. The server saves the conversation, created with its first question or file. Each request also carries the system
 * prompt and all the turns (specification, chapter 7), used if no conversation could be created.
 */
export function simpleChatPort(deps: SimpleChatDeps, { conversation_id, assistant_id, project_id, voice }: SimpleChatChoice): SimpleChatPort {
  let said: () => readonly Pick<Message, 'role' | 'content'>[] = () => []
  const make = madeOnce(() => deps.create({ assistant_id, project_id }))
  async function found(signal: AbortSignal, isNeeded: boolean): Promise<ConversationWithMessages> {
    if (conversation_id === null) return make()
    try {
      return await deps.load(conversation_id, signal)
    } catch (error) {
      // The conversation was deleted: what is asked now starts another.
      if (!isNeeded || !isGone(error)) throw error
      return make()
    }
  }
  return {
    attach: (look) => {
      said = look
    },
    async enter(signal) {
      const isNeeded = said().length > 0
      return conversation_id === null && !isNeeded ? [] : found(signal, isNeeded)
    },
    place: (signal) => found(signal, true),
    reply({ history, ...request }, options) {
      const { systemPrompt, prompt } = voice()
      const turns = request.conversation_id === null ? history : turnsSaid(said())
      const messageHistory = [{ role: 'system' as const, content: systemPrompt }, ...turns.slice(1 - limits.turns)]
      return deps.read({ messageHistory, assistant_id, prompt_id: prompt, ...request }, options)
    },
  }
}

/** Turns of the messages on the screen, which include the one being sent. An answer without text yet is left out. */
function turnsSaid(said: readonly Pick<Message, 'role' | 'content'>[]): Turn[] {
  return said.filter(({ content }) => content !== '').map(({ role, content }) => ({ role, content }))
}
