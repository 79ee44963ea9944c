import type { ReplyEvent } from '@parvis/contract'
import { ApiError, isAbort, noAnswer } from '../api/api-error.ts'
import type { ReadOptions } from '../api/stream.ts'
import type { ChatPort, ReplyRequest } from './chat-port.ts'
import { chatReducer, failureSentence, initialChatState, type ChatEvent, type ChatMessage, type ChatState } from './chat-state.ts'

/** There is no room for another conversation: nothing that would be asked could be kept, and the person can mend it. */
const isOverQuota = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'conversations.quota'

/** Waits before asking whether a message whose answer was lost has arrived, in milliseconds. */
const lostAnswerWaits = [400, 1_200]

/** The state of a chat and its exchanges with the server: what is sent, what is read, what is found again. */
export function createExchange({ port, announce }: { port: ChatPort; announce: (text: string) => void }) {
  let state: ChatState = initialChatState
  let controller = new AbortController()
  const listeners = new Set<() => void>()

  let isTextWaiting = false

  function show() {
    isTextWaiting = false
    for (const listener of listeners) listener()
  }

  /** Text comes in more pieces than a screen draws: all that came is shown with its next frame. Anything else at once. */
  function dispatch(event: ChatEvent) {
    state = chatReducer(state, event)
    if (event.type !== 'delta') return show()
    if (isTextWaiting) return
    isTextWaiting = true
    port.nextFrame(() => isTextWaiting && show())
  }

  const readOptions = (): ReadOptions => ({
    signal: controller.signal,
    onStarted: (stream_id) => dispatch({ type: 'started', stream_id }),
    onCut: (isCut) => dispatch({ type: 'cut', isCut }),
  })

  /** Reads a reply to its end. Rejects as its source does. */
  async function read(events: AsyncGenerator<ReplyEvent>): Promise<void> {
    let isTold = false
    for await (const event of events) {
      if (event.type === 'delta') dispatch({ type: 'delta', text: event.text })
      if (event.type === 'progress') {
        // A long reading is announced once, and its end with that of the answer: never part by part.
        if (!isTold) announce(`Lecture complète du document, en ${event.total}\u00a0${event.total > 1 ? 'parties' : 'partie'}`)
        isTold = true
        dispatch({ type: 'progress', done: event.done, total: event.total })
      }
      if (event.type === 'sources') dispatch({ type: 'sources', sources: event.sources })
      if (event.type === 'error') dispatch({ type: 'explained', error: event.error })
      if (event.type === 'done') {
        dispatch(event)
        announce(event.status === 'complete' ? 'Réponse terminée' : 'Réponse interrompue')
      }
    }
  }

  /** Whatever goes wrong ends as a message on the screen; only leaving the page is silent. */
  async function guarded(work: () => Promise<void>): Promise<void> {
    const { signal } = controller
    try {
      await work()
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) dispatch({ type: 'failed', ...failureOf(error) })
    }
  }

  /** The conversation as the server has it. */
  async function resync(): Promise<void> {
    if (!state.conversation) return
    const { messages, ...conversation } = await port.load(state.conversation.id, controller.signal)
    dispatch({ type: 'loaded', conversation, messages })
  }

  /** Follows the last message if it is still being written. */
  async function follow(): Promise<void> {
    const last = state.messages.at(-1)
    if (last?.status !== 'en_cours' || last.id === null) return
    dispatch({ type: 'resumed', key: last.key, stream_id: last.id })
    await guarded(() => read(port.resume(last.id!, readOptions())))
  }

  /** Shows why a message was not taken, gives its text back, and shows what there is: perhaps a reply under way in another tab. */
  async function refused(error: ApiError, text: string): Promise<void> {
    dispatch({ type: 'refused', notice: error.message, text })
    await resync()
    await follow()
  }

  /** Asks for a reply. `text`: what goes back to the composer if it is refused. */
  async function ask(request: ReplyRequest, text: string): Promise<void> {
    announce('L’assistant rédige…')
    await guarded(async () => {
      try {
        await read(port.reply(request, readOptions()))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // What was to be replaced has been, in another tab perhaps.
        const isOutdated = error.status === 404 && request.message_id !== undefined
        if (isOutdated || [409, 422, 429].includes(error.status)) return refused(error, text)
        // Without an answer nobody knows whether the message has arrived. A stream that had begun has already been looked for.
        if (error.status !== 0 || state.reply?.stream_id !== null) throw error
        await afterLostAnswer(request, error)
      }
    })
  }

  async function afterLostAnswer(request: ReplyRequest, error: ApiError): Promise<void> {
    if (request.conversation_id === null) throw error
    dispatch({ type: 'cut', isCut: true })
    for (const wait of lostAnswerWaits) {
      await port.pause(wait, controller.signal)
      const found = await port.load(request.conversation_id, controller.signal).catch((failure: unknown) => {
        if (isAbort(failure)) throw failure
        return null
      })
      if (found === null) continue
      const { messages, ...conversation } = found
      const { client_message_id, message_id } = request
      const last = messages.at(-1)
      const isThere = client_message_id
        ? messages.some((message) => message.client_message_id === client_message_id)
        : last?.status === 'en_cours' || (message_id !== undefined && last?.id !== message_id)
      if (isThere) {
        dispatch({ type: 'loaded', conversation, messages })
        return follow()
      }
      // It has not: sent again under the same name, it cannot be there twice.
      dispatch({ type: 'cut', isCut: false })
      return read(port.reply(request, readOptions()))
    }
    throw error
  }

  /**
   * The conversation to write in; null when there is none to be had: the exchange then happens without being kept.
   * @throws {ApiError} when the person has as many as they may
   */
  async function conversationId(): Promise<string | null> {
    if (state.conversation) return state.conversation.id
    try {
      const found = await port.enter(controller.signal)
      if (!('id' in found)) return null
      const { messages: _, ...conversation } = found
      dispatch({ type: 'entered', conversation })
      return conversation.id
    } catch (error) {
      if (isAbort(error) || isOverQuota(error)) throw error
      return null
    }
  }

  async function sendNew(content: string, client_message_id: string, extra: Pick<ReplyRequest, 'action' | 'message_id'>): Promise<void> {
    const conversation_id = await conversationId()
    const said = state.messages.filter(({ status, key }) => status !== 'erreur' && key !== state.reply?.key)
    const history = conversation_id === null ? said.map(({ role, content }) => ({ role, content })) : [{ role: 'user' as const, content }]
    await ask({ ...extra, conversation_id, history, client_message_id }, content)
  }

  return {
    dispatch,
    read,
    readOptions,
    guarded,
    resync,
    follow,
    refused,
    ask,
    state: (): ChatState => state,
    signal: (): AbortSignal => controller.signal,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Drops what is being read. */
    drop(): void {
      controller.abort(new DOMException('Left', 'AbortError'))
      controller = new AbortController()
    },

    /** Sends a question that the screen already shows. */
    async post(content: string, client_message_id: string, extra: Pick<ReplyRequest, 'action' | 'message_id'>): Promise<void> {
      await guarded(() =>
        sendNew(content, client_message_id, extra).catch((error: unknown) => {
          if (isOverQuota(error)) return refused(error, content)
          throw error
        }),
      )
    },

    /** The server's name of a question; asked for when it is needed, as only an edit needs it. */
    async idOf(message: ChatMessage): Promise<string | null> {
      if (message.id !== null || !state.conversation) return message.id
      const { messages } = await port.load(state.conversation.id, controller.signal)
      return messages.find(({ client_message_id }) => client_message_id === message.client_message_id)?.id ?? null
    },

    /** The reply being written in the conversation, which before its first word is known by its row only. */
    async runningStream(): Promise<string | null> {
      if (!state.conversation) return null
      const found = await port.load(state.conversation.id, controller.signal).catch(() => null)
      return found?.messages.find(({ status }) => status === 'en_cours')?.stream_id ?? null
    },
  }
}

/** The conversation, its assistant or its project is no longer there. */
export const goneSentence =
  'Cette conversation, son assistant ou son projet n’existe plus\u00a0: il a été supprimé, dans une autre fenêtre peut-être. Votre message reste affiché ici\u00a0: copiez-le, puis ouvrez une nouvelle conversation.'

function failureOf(error: unknown): { content: string; error: string | null } {
  if (!(error instanceof ApiError)) return { content: failureSentence, error: null }
  // Specification, chapter 8.
  if (error.code === 'auth.missing') return { content: 'Vous devez être connecté pour utiliser le chatbot. Veuillez vous reconnecter.', error: null }
  if (error.status === 401) return { content: 'Votre session a expiré. Veuillez vous reconnecter.', error: null }
  if (error.code === 'request.not_found') return { content: failureSentence, error: goneSentence }
  return { content: failureSentence, error: error.status === 0 ? noAnswer : error.code === 'http' ? `HTTP: ${error.status}` : error.message }
}
