import type { ConversationWithChanges, RewriteStyle } from '@parvis/contract'
import type { AnswerModel } from './answer/answer-model.ts'
import { drawName } from '../api/draw-name.ts'
import type { ChatPort, FeedbackDetails } from './delivery/chat-port.ts'
import type { ChatMessage } from './chat-state.ts'
import { takesText } from './delivery/delivery-commands.ts'
import type { DeliveryOptions } from './delivery/delivery-state.ts'
import { runDelivery } from './delivery/run-delivery.ts'

export interface ChatOptions extends DeliveryOptions {
  port: ChatPort
  /** Read aloud once: a start, an end. */
  announce: (text: string) => void
}

export type Chat = ReturnType<typeof createChat>

/** A conversation on the screen: a store (`state`, `subscribe`) and what a person can do with it. */
export function createChat({ port, announce, ...options }: ChatOptions) {
  const { run, take, state, subscribe } = runDelivery(port, options, announce)
  const messageOf = (key: string) => state().messages.find((message) => message.key === key)

  const place = async (make: NonNullable<ChatPort['place']>): Promise<void> => {
    const { messages: _, ...conversation } = await make(new AbortController().signal)
    if (state().conversation === null) take({ type: 'show', event: { type: 'entered', conversation } })
  }

  return {
    state,
    subscribe,

    /** Fetches or creates the conversation, and lets the assistant open it. Once at a time. */
    start: (): void => void run({ type: 'start', key: drawName() }),

    /** Makes the conversation before anything is asked in it; undefined where it is there from the start. @throws {ApiError} */
    place: port.place && (() => place(port.place!)),

    /** Shows what was said meanwhile in another tab or on another device; nothing where it cannot be known, or something is not sent yet. */
    catchUp: (): Promise<void> => run({ type: 'catchUp' }),

    /** Leaves the screen. The reply goes on at the server. */
    leave: (): void => void run({ type: 'leave' }),

    /** @returns whether the text was taken: not when it is blank, nor while a reply is being written. */
    send(content: string): boolean {
      if (!takesText(state(), content)) return false
      void run({ type: 'send', key: drawName(), replyKey: drawName(), content })
      return true
    },

    /** Rewrites one of the person's questions; what followed it is set aside. */
    edit(target: string, content: string): boolean {
      if (!takesText(state(), content) || messageOf(target)?.role !== 'user') return false
      void run({ type: 'edit', target, key: drawName(), replyKey: drawName(), content })
      return true
    },

    /** Another answer to the last question. */
    regenerate: (): void => void run({ type: 'regenerate', key: drawName() }),

    /** The last answer in another form, on the same sources. */
    rewrite: (style: RewriteStyle): void => void run({ type: 'regenerate', key: drawName(), rewrite: style }),

    /** Shows another version of a turn, with what followed it. */
    showVersion: (key: string, id: string): void => void run({ type: 'showVersion', key, id }),

    /** Takes up the last reply, which is not whole; looks first whether it has become so, or is being written elsewhere. */
    resume: (): void => void run({ type: 'resume', key: drawName() }),

    /** Ends the reply being written; what is written is kept. */
    stop: (): Promise<void> => run({ type: 'stop' }),

    /** Gives or takes back an opinion, with why it is negative. @throws {ApiError}; the opinion shown is then what it was. */
    async rate(key: string, rating: ChatMessage['feedback'], details?: FeedbackDetails): Promise<void> {
      const [message, conversation_id] = [messageOf(key), state().conversation?.id]
      if (!message?.id || !conversation_id) return
      take({ type: 'show', event: { type: 'rated', key, feedback: rating } })
      try {
        await port.rate(conversation_id, message.id, rating, details)
      } catch (error) {
        take({ type: 'show', event: { type: 'rated', key, feedback: message.feedback } })
        throw error
      }
    },

    /** Reads which model wrote an answer. @throws {ApiError} */
    modelOf: (key: string) => modelOf(port, state().conversation, messageOf(key)),

    /** What the conversation is called now; null without one. */
    title: () => titleNow(port, state().conversation),

    /** Shows what the server now has of the conversation itself, its messages left as they are. */
    changed: (conversation: ConversationWithChanges): void => void take({ type: 'show', event: { type: 'entered', conversation } }),

    /** Shows a sentence above the field; null: none. */
    notify: (notice: string | null): void => void take({ type: 'show', event: { type: 'noticed', notice } }),
  }
}

async function modelOf(port: ChatPort, conversation: ConversationWithChanges | null, message: ChatMessage | undefined): Promise<AnswerModel> {
  if (!message?.id || conversation === null) return { model: null, isFallback: false }
  const { messages } = await port.load(conversation.id, new AbortController().signal)
  const { model = null, is_fallback = false } = messages.find(({ id }) => id === message.id) ?? {}
  return { model, isFallback: is_fallback }
}

/** Its first question has named it since it was entered, or a person has, elsewhere perhaps. Where the server is away, what was known of it serves. */
async function titleNow(port: ChatPort, known: ConversationWithChanges | null): Promise<string | null> {
  if (known === null) return null
  return port.load(known.id, new AbortController().signal).then(
    ({ title }) => title,
    () => known.title,
  )
}
