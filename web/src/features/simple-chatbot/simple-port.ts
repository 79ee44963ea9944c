import type { ConversationWithMessages, Message, ReplyEvent, Turn } from '@parvis/contract'
import type { ReadOptions } from '../../api/stream.ts'
import type { ChatPort } from '../../chat/chat-port.ts'

/** What the simple chatbot asks of the server. */
export interface SimpleChatDeps {
  load: (conversation_id: string, signal: AbortSignal) => Promise<Pick<ConversationWithMessages, 'messages'>>
  create: (first_message: string, assistant_id: string | null) => Promise<{ id: string }>
  save: (conversation_id: string, message: { role: Turn['role']; content: string; client_message_id: string }) => Promise<unknown>
  read: (messageHistory: Turn[], assistant_id: string | null, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  /** A message could not be saved: said nowhere else (specification, chapter 8). */
  log: (error: unknown) => void
}

export interface SimpleChatChoice {
  /** To resume; null for a new one, made with the first question. */
  conversation_id: string | null
  assistant_id: string | null
  /** The system prompt, as it is when a question is sent: it may change in the middle of a conversation. */
  systemPrompt: () => string
  onCreated: (conversation_id: string) => void
}

/**
 * The door of the simple chatbot (specification, chapter 7): each request carries the system prompt and all the turns, and the
 * turns are saved beside it, so that the conversation is found again in « Mon espace ».
 */
export function simpleChatPort(
  deps: SimpleChatDeps,
  { conversation_id, assistant_id, systemPrompt, onCreated }: SimpleChatChoice,
): Pick<ChatPort, 'enter' | 'reply'> {
  let kept: Promise<string | null> | null = conversation_id === null ? null : Promise.resolve(conversation_id)
  let shown: Promise<readonly Message[]> | null = null

  function conversationFor(question: string): Promise<string | null> {
    kept ??= deps.create(question, assistant_id).then(
      ({ id }) => {
        onCreated(id)
        return id
      },
      (error: unknown) => {
        deps.log(error)
        // The next question tries again.
        kept = null
        return null
      },
    )
    return kept
  }

  /** Saves a turn after those before it; a failure is only logged. */
  async function save(into: Promise<string | null>, role: Turn['role'], content: string, client_message_id: string): Promise<void> {
    const id = await into
    if (id !== null) await deps.save(id, { role, content, client_message_id }).catch(deps.log)
  }

  return {
    async enter(signal) {
      if (conversation_id === null) return []
      shown ??= deps.load(conversation_id, signal).then(({ messages }) => messages)
      return shown.catch((error: unknown) => {
        shown = null
        throw error
      })
    },

    async *reply({ history, client_message_id = crypto.randomUUID() }, options) {
      const question = history.findLast(({ role }) => role === 'user')?.content ?? ''
      const into = conversationFor(question)
      const asked = save(into, 'user', question, client_message_id)
      let text = ''
      try {
        for await (const event of deps.read([{ role: 'system', content: systemPrompt() }, ...history], assistant_id, options)) {
          if (event.type === 'delta') text += event.text
          yield event
        }
      } finally {
        // What was written is worth keeping, even cut.
        if (text !== '') void asked.then(() => save(into, 'assistant', text, crypto.randomUUID()))
      }
    },
  }
}
