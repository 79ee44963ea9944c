import { ApiError, isAbort } from '../api/api-error.ts'
import { createExchange } from './chat-exchange.ts'
import type { ChatPort, FeedbackDetails } from './chat-port.ts'
import type { ChatMessage } from './chat-state.ts'

export interface ChatOptions {
  port: ChatPort
  /** The assistant speaks first in an empty conversation. */
  hasOpening: boolean
  /** What it says when it could not (specification, chapter 4: its name, its description, an apology). */
  failedGreeting: string
  /** Read aloud once: a start, an end. */
  announce: (text: string) => void
}

export type Chat = ReturnType<typeof createChat>

/** Names the reply that another takes the place of: asked twice, or from a page that shows an older one, it is not replaced again. */
const replaced = (last: ChatMessage | undefined) => (last?.role === 'assistant' && last.id !== null ? { message_id: last.id } : {})

/** A conversation on the screen: a store (`state`, `subscribe`) and what a person can do with it. */
export function createChat({ port, hasOpening, failedGreeting, announce }: ChatOptions) {
  const exchange = createExchange({ port, announce })
  const { dispatch, state } = exchange
  let starting: Promise<void> | null = null

  const isFree = () => state().reply === null && state().phase === 'ready'
  const messageOf = (key: string) => state().messages.find((message) => message.key === key)

  async function begin(): Promise<void> {
    const key = crypto.randomUUID()
    const signal = exchange.signal()
    try {
      const found = await port.enter(signal)
      if (!('id' in found)) return dispatch({ type: 'loaded', conversation: null, messages: found })
      const { messages, ...conversation } = found
      dispatch({ type: 'loaded', conversation, messages })
      if (state().messages.length === 0 && hasOpening) {
        dispatch({ type: 'opening', key })
        announce('L’assistant rédige…')
        await exchange.read(port.reply({ action: 'opening', conversation_id: conversation.id, history: [] }, exchange.readOptions()))
      }
      greetAnyway()
      await exchange.follow()
    } catch (error) {
      if (isAbort(error) || signal.aborted) return
      if (error instanceof ApiError && error.status === 409)
        return exchange.guarded(async () => {
          await exchange.refused(error, '')
          // Another tab is opening the same conversation: its greeting is shown here too.
          if (error.code === 'conversations.reply_running') dispatch({ type: 'noticed', notice: null })
        })
      if (state().reply === null) dispatch({ type: 'opening', key })
      dispatch({ type: 'openingFailed', greeting: failedGreeting })
    }
  }

  /** An opening that failed before its first word, now or in an earlier visit, becomes the greeting. */
  function greetAnyway(): void {
    const [first, second] = state().messages
    if (!hasOpening || second || first?.status !== 'erreur' || first.content !== '') return
    dispatch({ type: 'resumed', key: first.key, stream_id: '' })
    dispatch({ type: 'openingFailed', greeting: failedGreeting })
  }

  async function sendAgain(question: ChatMessage): Promise<void> {
    const client_message_id = question.client_message_id ?? question.key
    if (messageOf(question.key)) dispatch({ type: 'regenerated', replyKey: crypto.randomUUID() })
    else dispatch({ type: 'sent', key: question.key, replyKey: crypto.randomUUID(), content: question.content, client_message_id })
    await exchange.post(question.content, client_message_id, { action: 'send' })
  }

  /** Goes on from what the server has at the end of the conversation. */
  async function takeUp(): Promise<void> {
    const last = state().messages.at(-1)
    const conversation_id = state().conversation?.id ?? null
    if (last?.status === 'en_cours') return exchange.follow()
    if (last?.role === 'assistant' && last.status === 'complete') return
    const action = last === undefined ? 'opening' : last.status === 'interrompue' ? 'continue' : 'regenerate'
    if (action === 'continue') dispatch({ type: 'continued' })
    else dispatch(action === 'opening' ? { type: 'opening', key: crypto.randomUUID() } : { type: 'regenerated', replyKey: crypto.randomUUID() })
    await exchange.ask({ action, conversation_id, history: [], ...replaced(last) }, '')
    greetAnyway()
  }

  /** Fetches or creates the conversation, and lets the assistant open it. Once at a time. */
  function start(): void {
    if (starting !== null) return
    const mine = begin().finally(() => {
      if (starting === mine) starting = null
    })
    starting = mine
  }

  return {
    state,
    subscribe: exchange.subscribe,

    start,

    /** Shows what was said meanwhile in another tab or on another device; nothing where it cannot be known, or something is not sent yet. */
    async catchUp(): Promise<void> {
      const shown = state().messages
      const last = shown.at(-1)
      const id = state().conversation?.id
      if (!isFree() || !id || !last || last.id === null || last.status === 'erreur') return
      const found = await port.load(id, exchange.signal()).catch(() => null)
      if (found === null || !isFree() || state().messages !== shown) return
      const { messages, ...conversation } = found
      const said = messages.filter(({ role }) => role !== 'system')
      if (said.length === shown.length && said.at(-1)?.id === last.id && said.at(-1)?.status === last.status) return
      dispatch({ type: 'loaded', conversation, messages })
      await exchange.follow()
    },

    /** Leaves the screen. The reply goes on at the server. */
    leave(): void {
      exchange.drop()
      starting = null
    },

    /** @returns whether the text was taken: not when it is blank, nor while a reply is being written. */
    send(text: string): boolean {
      if (text.trim() === '' || !isFree()) return false
      const client_message_id = crypto.randomUUID()
      dispatch({ type: 'sent', key: client_message_id, replyKey: crypto.randomUUID(), content: text, client_message_id })
      void exchange.post(text, client_message_id, { action: 'send' })
      return true
    },

    /** Rewrites one of the person's questions; what followed it is set aside. */
    edit(key: string, text: string): boolean {
      const target = messageOf(key)
      if (text.trim() === '' || !isFree() || target?.role !== 'user') return false
      const client_message_id = crypto.randomUUID()
      dispatch({ type: 'edited', target: key, key: client_message_id, replyKey: crypto.randomUUID(), content: text, client_message_id })
      void exchange.guarded(async () => {
        const message_id = await exchange.idOf(target)
        await exchange.post(text, client_message_id, message_id === null ? { action: 'send' } : { action: 'edit', message_id })
      })
      return true
    },

    /** Another answer to the last question. */
    regenerate(): void {
      const conversation_id = state().conversation?.id
      const asked = state().messages.findLast(({ role }) => role === 'user')
      if (!isFree() || (!conversation_id && !asked)) return
      if (!conversation_id) return void sendAgain(asked!)
      const request = { action: 'regenerate' as const, conversation_id, history: [], ...replaced(state().messages.at(-1)) }
      dispatch({ type: 'regenerated', replyKey: crypto.randomUUID() })
      void exchange.ask(request, '')
    },

    /** Takes up the last reply, which is not whole; looks first whether it has become so, or is being written elsewhere. */
    resume(): void {
      const last = state().messages.at(-1)
      const asked = state().messages.at(-2)
      if (!isFree() || last === undefined) return
      if (state().conversation === null && asked?.role !== 'user') return start()
      dispatch(last.status === 'erreur' ? { type: 'regenerated', replyKey: crypto.randomUUID() } : { type: 'continued' })
      void exchange.guarded(async () => {
        const isKept = state().conversation !== null
        await exchange.resync()
        const isArrived = isKept && (asked?.role !== 'user' || messageOf(asked.key) !== undefined)
        await (isArrived ? takeUp() : sendAgain(asked!))
      })
    },

    /** Ends the reply being written; what is written is kept. */
    async stop(): Promise<void> {
      const { reply } = state()
      if (!reply || reply.isStopping) return
      dispatch({ type: 'stopping' })
      for (let attempt = 0; attempt < 20 && state().reply?.key === reply.key; attempt += 1) {
        const stream_id = state().reply!.stream_id ?? (await exchange.runningStream())
        if (stream_id !== null) return void (await port.stop(stream_id).catch(() => undefined))
        if (state().conversation === null) {
          exchange.drop()
          return dispatch({ type: 'done', status: 'interrompue', finish_reason: 'stopped', message_id: null })
        }
        // The row of the reply comes a moment after the question.
        await port.pause(150, exchange.signal()).catch(() => undefined)
      }
    },

    /** Gives or takes back an opinion, with why it is negative. @throws {ApiError}; the opinion shown is then what it was. */
    async rate(key: string, rating: ChatMessage['feedback'], details?: FeedbackDetails): Promise<void> {
      const message = messageOf(key)
      const conversation_id = state().conversation?.id
      if (!message?.id || !conversation_id) return
      dispatch({ type: 'rated', key, feedback: rating })
      try {
        await port.rate(conversation_id, message.id, rating, details)
      } catch (error) {
        dispatch({ type: 'rated', key, feedback: message.feedback })
        throw error
      }
    },

    /** Tells what the screen cannot keep to itself. */
    notify: (notice: string) => dispatch({ type: 'noticed', notice }),
    dismissNotice: () => dispatch({ type: 'noticed', notice: null }),
  }
}
