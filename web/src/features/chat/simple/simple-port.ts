import { limits, type ConversationWithMessages, type Message, type ReplyEvent, type Turn } from '@parvis/contract'
import { isGone } from '../../../api/transport/api-error.ts'
import type { ReadOptions } from '../../../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from '../../../chat/delivery/chat-port.ts'
import { madeOnce } from '../../../chat/delivery/made-once.ts'

/** What the simple chatbot asks of the server. */
export interface SimpleChatDeps {
  load: (conversation_id: string, signal: AbortSignal) => Promise<ConversationWithMessages>
  create: (tied: { assistant_id: string | null; project_id: string | null }) => Promise<ConversationWithMessages>
  read: (
    body: { messageHistory: Turn[]; assistant_id: string | null; prompt_id: string | null } & Omit<ReplyRequest, 'history'>,
    options: ReadOptions,
  ) => AsyncGenerator<ReplyEvent>
}

interface SimpleChatChoice {
  /** To resume; null for a new one, made with the first question. */
  conversation_id: string | null
  assistant_id: string | null
  /** Of a new one. */
  project_id: string | null
  /** The system prompt, and the id of the prompt it comes from, when a question is sent: it may change in the middle. */
  voice: () => { systemPrompt: string; prompt: string | null }
}

interface SimpleChatPort extends Pick<ChatPort, 'enter' | 'reply'> {
  place: NonNullable<ChatPort['place']>
  /** Says what is on the screen: before a question, or a file, no conversation is made, and each request carries all the turns. */
  attach: (said: () => readonly Pick<Message, 'role' | 'content'>[]) => void
}

/**
 * The door of the simple chatbot: a conversation that the server keeps, with its prompt. Each request carries the system
 * prompt and all the turns (specification, chapter 7), which serve where no conversation could be made.
 */
export function simpleChatPort(deps: SimpleChatDeps, { conversation_id, assistant_id, project_id, voice }: SimpleChatChoice): SimpleChatPort {
  let said: () => readonly Pick<Message, 'role' | 'content'>[] = () => []
  const make = madeOnce(() => deps.create({ assistant_id, project_id }))
  async function found(signal: AbortSignal, isNeeded: boolean): Promise<ConversationWithMessages> {
    if (conversation_id === null) return make()
    try {
      return await deps.load(conversation_id, signal)
    } catch (error) {
      // Deleted: what is asked here begins another.
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

/** All the turns of the screen, which shows the one being sent; an answer that has not begun is no turn. */
function turnsSaid(said: readonly Pick<Message, 'role' | 'content'>[]): Turn[] {
  return said.filter(({ content }) => content !== '').map(({ role, content }) => ({ role, content }))
}
