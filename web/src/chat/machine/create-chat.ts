import type { ConversationWithChanges, RewriteStyle } from '@parvis/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AnswerModel } from '../answer/answer-words.ts'
import { randomId } from '../../api/random-ids.ts'
import type { ChatPort, FeedbackDetails } from './port.ts'
import type { ChatMessage, ChatState } from './screen.ts'
import { canSend } from './commands.ts'
import type { DeliveryOptions } from './state.ts'
import { runDelivery } from './effects.ts'
import { warmMarkdown } from '../../ui/markdown/warm.ts'

interface ChatOptions extends DeliveryOptions {
  port: ChatPort
  /** Has a screen reader read a text once, such as the start or the end of a reply. */
  announce: (text: string) => void
}

export type Chat = ReturnType<typeof createChat>

/** Creates the store of a conversation on the screen (`state`, `subscribe`) and the actions of the person. */
export function createChat({ port, announce, ...options }: ChatOptions) {
  const { run, take: dispatch, state, subscribe } = runDelivery(port, options, announce)
  const messageOf = (key: string) => state().messages.find((message) => message.key === key)

  const createConversation = async (make: NonNullable<ChatPort['createConversation']>): Promise<void> => {
    const { messages: _, ...conversation } = await make(new AbortController().signal)
    if (state().conversation === null) dispatch({ type: 'show', event: { type: 'entered', conversation } })
  }

  return {
    state,
    subscribe,

    /** Fetches or creates the conversation, then starts the assistant's introduction if there is one. A second call while one is running does nothing. */
    start: (): void => void run({ type: 'start', key: randomId() }),

    /** Creates the conversation before its first question. Undefined on screens whose conversation exists from the start. @throws {ApiError} */
    place: port.createConversation && (() => createConversation(port.createConversation!)),

    /** Shows what was written meanwhile in another tab or on another device. Does nothing during a reply or while a message is unsent. */
    catchUp: (): Promise<void> => run({ type: 'catchUp' }),

    /** Stops following the conversation. The server goes on writing the reply. */
    stopFollowing: (): void => void run({ type: 'leave' }),

    /** Sends a question. @returns false for a blank text or while a reply is being written: nothing is sent */
    send(content: string): boolean {
      if (!canSend(state(), content)) return false
      void run({ type: 'send', key: randomId(), replyKey: randomId(), content })
      return true
    },

    /** Edits one of the person's questions. The messages after it become an earlier version. @returns false when nothing is sent, as for `send` */
    edit(target: string, content: string): boolean {
      if (!canSend(state(), content) || messageOf(target)?.role !== 'user') return false
      void run({ type: 'edit', target, key: randomId(), replyKey: randomId(), content })
      return true
    },

    /** Asks for another answer to the last question. */
    regenerate: (): void => void run({ type: 'regenerate', key: randomId() }),

    /** Asks for the last answer in another form, from the same sources. */
    rewrite: (style: RewriteStyle): void => void run({ type: 'regenerate', key: randomId(), rewrite: style }),

    /** Shows another version of a message, with the messages that followed it. */
    showVersion: (key: string, id: string): void => void run({ type: 'showVersion', key, id }),

    /** Resumes the last, incomplete reply. Reloads the conversation first, as the reply may have been completed, or be in progress, elsewhere. */
    resume: (): void => void run({ type: 'resume', key: randomId() }),

    /** Stops the reply being written. The text already written is saved. */
    stop: (): Promise<void> => run({ type: 'stop' }),

    /** Gives or withdraws feedback, with the reasons of a negative one. On failure the previous feedback is shown again. @throws {ApiError} */
    async rate(key: string, rating: ChatMessage['feedback'], details?: FeedbackDetails): Promise<void> {
      const [message, conversation_id] = [messageOf(key), state().conversation?.id]
      if (!message?.id || !conversation_id) return
      dispatch({ type: 'show', event: { type: 'rated', key, feedback: rating } })
      try {
        await port.rate(conversation_id, message.id, rating, details)
      } catch (error) {
        dispatch({ type: 'show', event: { type: 'rated', key, feedback: message.feedback } })
        throw error
      }
    },

    /** Reads which model wrote an answer. @throws {ApiError} */
    modelOf: (key: string) => modelOf(port, state().conversation, messageOf(key)),

    /** Reads the current title from the server; null without a conversation. */
    title: () => currentTitle(port, state().conversation),

    /** Replaces the conversation's own data (context, title…) by the server's. Messages are left as they are. */
    setConversation: (conversation: ConversationWithChanges): void => void dispatch({ type: 'show', event: { type: 'entered', conversation } }),

    /** Shows a sentence above the field; null removes it. */
    notify: (notice: string | null): void => void dispatch({ type: 'show', event: { type: 'noticed', notice } }),
  }
}

async function modelOf(port: ChatPort, conversation: ConversationWithChanges | null, message: ChatMessage | undefined): Promise<AnswerModel> {
  if (!message?.id || conversation === null) return { model: null, isFallback: false }
  const { messages } = await port.load(conversation.id, new AbortController().signal)
  const { model = null, is_fallback = false } = messages.find(({ id }) => id === message.id) ?? {}
  return { model, isFallback: is_fallback }
}

/**
 * Reads the current title, which the first question or a rename in another tab may have changed. Falls back on the known title when the server does not
 * answer.
 */
async function currentTitle(port: ChatPort, loaded: ConversationWithChanges | null): Promise<string | null> {
  if (loaded === null) return null
  return port.load(loaded.id, new AbortController().signal).then(
    ({ title }) => title,
    () => loaded.title,
  )
}

/**
 * Creates and starts a chat for the life of the component, which needs a React key per conversation. Catches up with the server each time the tab becomes
 * visible.
 */
export function useChat(options: ChatOptions): { chat: Chat; state: ChatState } {
  const [chat] = useState(() => createChat(options))
  useEffect(() => {
    chat.start()
    return () => chat.stopFollowing()
  }, [chat])
  useEffect(() => {
    const catchUpIfVisible = () => void (document.visibilityState === 'visible' && chat.catchUp())
    document.addEventListener('visibilitychange', catchUpIfVisible)
    return () => document.removeEventListener('visibilitychange', catchUpIfVisible)
  }, [chat])
  const state = useSyncExternalStore(chat.subscribe, chat.state)
  const isWriting = state.reply !== null
  // Loaded when a reply starts rather than with the page: on a telephone it takes half a second, useless to a person who asks nothing.
  useEffect(() => (isWriting ? warmMarkdown() : undefined), [isWriting])
  return { chat, state }
}
