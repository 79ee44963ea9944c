import type { ConversationWithChanges, RewriteStyle } from '@parvis/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { randomId } from '../../api/random-ids.ts'
import { isAbort } from '../../api/transport/api-error.ts'
import type { ReadOptions } from '../../api/transport/stream.ts'
import { warmMarkdown } from '../../ui/markdown/warm.ts'
import type { AnswerModel } from '../answer/answer-words.ts'
import { createDisplay } from './pacing.ts'
import type { ChatPort, FeedbackDetails, ReplyRequest } from './port.ts'
import {
  initialMachine,
  type ChatCommand,
  type ChatEffect,
  type ChatEvent,
  type ChatMessage,
  type ChatOptions,
  type ChatOutcome,
  type ChatState,
} from './state.ts'
import { transition } from './transitions.ts'

interface ChatDeps extends ChatOptions {
  port: ChatPort
  /** Has a screen reader read a text once, such as the start or the end of a reply. */
  announce: (text: string) => void
}

export type Chat = ReturnType<typeof createChat>

/** Creates the store of a conversation on the screen (`state`, `subscribe`) and the actions of the person. */
export function createChat({ port, announce, ...options }: ChatDeps) {
  const { run, dispatch, state, subscribe } = runMachine(port, options, announce)
  const messageOf = (key: string) => state().messages.find((message) => message.key === key)
  /** Applies a command. Returns whether it was possible: otherwise nothing changes. */
  const attempt = (command: ChatCommand): boolean => {
    const before = state()
    void run(command)
    return state() !== before
  }
  const createConversation = async (create: NonNullable<ChatPort['createConversation']>): Promise<void> => {
    const { messages: _, ...conversation } = await create(new AbortController().signal)
    if (state().conversation === null) dispatch({ type: 'setConversation', conversation })
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
    send: (content: string): boolean => attempt({ type: 'send', key: randomId(), replyKey: randomId(), content }),

    /** Edits one of the person's questions. The messages after it become an earlier version. @returns false when nothing is sent, as for `send` */
    edit: (target: string, content: string): boolean => attempt({ type: 'edit', target, key: randomId(), replyKey: randomId(), content }),

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
      dispatch({ type: 'setFeedback', key, feedback: rating })
      try {
        await port.rate(conversation_id, message.id, rating, details)
      } catch (error) {
        dispatch({ type: 'setFeedback', key, feedback: message.feedback })
        throw error
      }
    },

    /** Shows the reviews that an answer has now. */
    setReviews: (key: string, reviews: ChatMessage['reviews']): void => void dispatch({ type: 'setReviews', key, reviews }),

    /** Reads which model wrote an answer. @throws {ApiError} */
    modelOf: (key: string) => modelOf(port, state().conversation, messageOf(key)),

    /** Reads the current title from the server; null without a conversation. */
    title: () => currentTitle(port, state().conversation),

    /** Replaces the conversation's own data (context, title…) by the server's. Messages are left as they are. */
    setConversation: (conversation: ConversationWithChanges): void => void dispatch({ type: 'setConversation', conversation }),

    /** Shows a sentence above the field; null removes it. */
    notify: (notice: string | null): void => void dispatch({ type: 'setNotice', notice }),
  }
}

/** Applies events to the machine, runs the effects that it asks for, and feeds their outcomes back to it. */
function runMachine(port: ChatPort, options: ChatOptions, announce: (text: string) => void) {
  let machine = initialMachine(options)
  let controller = new AbortController()
  const display = createDisplay(machine.chat, port)
  const never = new AbortController().signal

  /** Applies an event. The text of a reply is displayed at the next frames, any other event at once. */
  function dispatch(event: ChatEvent): readonly ChatEffect[] {
    const { chat } = machine
    machine = transition(machine, event)
    const { effects } = machine
    if (machine.chat === chat) return effects
    if (event.type === 'received' && event.replyEvent.type === 'delta') display.showPaced(machine.chat)
    else display.show(machine.chat)
    return effects
  }

  /** Applies an event. Resolves when all its consequences have been applied. */
  async function run(event: ChatEvent): Promise<void> {
    await Promise.all(dispatch(event).map(runEffect))
  }

  function report(event: ChatOutcome): void {
    for (const effect of dispatch(event)) void runEffect(effect)
  }

  function runEffect(effect: ChatEffect): Promise<void> | void {
    switch (effect.type) {
      case 'announce':
        return announce(effect.text)
      case 'drop':
        controller.abort(new DOMException('Left', 'AbortError'))
        controller = new AbortController()
        return
      case 'stop':
        return port.stop(effect.stream_id).then(
          () => undefined,
          () => undefined,
        )
      case 'reply':
      case 'resume':
        return runAndReport(effect.ticket, controller.signal, (signal) => readStream(port, effect, signal, report))
      case 'enter':
      case 'showVersion':
        return runAndReport(effect.ticket, controller.signal, (signal) => runRequest(port, effect, signal))
      case 'load':
      case 'pause':
        return runAndReport(effect.ticket, effect.isForStop ? never : controller.signal, (signal) => runRequest(port, effect, signal))
    }
  }

  /** Runs `work` and applies its outcome. A failure is an outcome too, except an abort, which is ignored. */
  async function runAndReport(ticket: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<ChatOutcome>): Promise<void> {
    const event = await work(signal).catch((error: unknown): ChatOutcome | null =>
      isAbort(error) || signal.aborted ? null : { type: 'failed', ticket, error },
    )
    if (event !== null) await run(event)
  }

  return {
    dispatch,
    run,
    state: display.state,
    subscribe: display.subscribe,
  }
}

type RequestEffect = Extract<ChatEffect, { type: 'enter' | 'load' | 'showVersion' | 'pause' }>
type ReplyEffect = Extract<ChatEffect, { type: 'reply' | 'resume' }>

async function runRequest(port: ChatPort, call: RequestEffect, signal: AbortSignal): Promise<ChatOutcome> {
  const { ticket } = call
  if (call.type === 'enter') return { type: 'fetched', ticket, loaded: await port.enter(signal) }
  if (call.type === 'load') return { type: 'fetched', ticket, loaded: await port.load(call.conversation_id, signal) }
  if (call.type === 'showVersion') {
    await port.showVersion(call.conversation_id, call.message_id)
    return { type: 'fetched', ticket, loaded: await port.load(call.conversation_id, signal) }
  }
  await port.pause(call.ms, signal)
  return { type: 'elapsed', ticket }
}

/** Reads a reply to its end and reports each event to `report`. Rejects as the stream does. */
async function readStream(port: ChatPort, reading: ReplyEffect, signal: AbortSignal, report: (event: ChatOutcome) => void): Promise<ChatOutcome> {
  const { ticket } = reading
  const options: ReadOptions = {
    signal,
    onStarted: (stream_id) => report({ type: 'started', ticket, stream_id }),
    onCut: (isCut) => report({ type: 'cut', ticket, isCut }),
  }
  const replyEvents = reading.type === 'reply' ? port.reply(await withDocument(port, reading.request), options) : port.resume(reading.stream_id, options)
  for await (const replyEvent of replyEvents) report({ type: 'received', ticket, replyEvent })
  return { type: 'ended', ticket }
}

/** Adds to a question of a saved conversation the document that its reply may change. */
async function withDocument(port: ChatPort, request: ReplyRequest): Promise<ReplyRequest> {
  if (port.documentFields === undefined || request.action === 'opening' || request.conversation_id === null) return request
  return { ...request, ...(await port.documentFields()) }
}

async function modelOf(port: ChatPort, conversation: ConversationWithChanges | null, message: ChatMessage | undefined): Promise<AnswerModel> {
  if (!message?.id || conversation === null) return { model: null, level: null, isFallback: false }
  const { messages } = await port.load(conversation.id, new AbortController().signal)
  const { model = null, level = null, is_fallback = false } = messages.find(({ id }) => id === message.id) ?? {}
  return { model, level, isFallback: is_fallback }
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
export function useChat(options: ChatDeps): { chat: Chat; state: ChatState } {
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
