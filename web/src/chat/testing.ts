import type { ConversationWithMessages, Message, ReplyEvent } from '@parvis/contract'
import { expect, vi } from 'vitest'
import { ApiError } from '../api/transport/api-error.ts'
import type { ReadOptions } from '../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from './machine/port.ts'
import { createChat } from './machine/effects.ts'
import type { ScreenChange } from './machine/screen.ts'
import { initialChatState, type ChatState } from './machine/state.ts'
import { sampleConversation } from './sample-conversation.ts'

export const messageOf = (changes: Partial<Message>): Message => ({
  id: 'm',
  role: 'assistant',
  content: '',
  created_at: '2026-11-21T08:00:00.000Z',
  status: 'complete',
  finish_reason: 'stop',
  stream_id: null,
  error: null,
  sources: [],
  client_message_id: null,
  feedback: null,
  ...changes,
})

export const conversationOf = (messages: Message[] = [], changes: Partial<ConversationWithMessages> = {}): ConversationWithMessages => ({
  ...sampleConversation,
  assistant_id: 'a',
  assistant_name: 'Notes',
  message_count: messages.length,
  changes: [],
  messages,
  ...changes,
})

/** Events of a reply, with ids counted in characters as the server does. */
export function replyOf(text: string, end: Partial<Extract<ReplyEvent, { type: 'done' }>> = {}): ReplyEvent[] {
  const deltas = text === '' ? [] : [{ type: 'delta' as const, id: text.length, text }]
  return [...deltas, { type: 'done', id: text.length + 1, status: 'complete', finish_reason: 'stop', message_id: 'r', ...end }]
}

export const failing = (status: number, code: string, error = 'Refus'): ApiError => new ApiError(status, { error, code: code as never })

interface ScriptedPort extends ChatPort {
  requests: ReplyRequest[]
  resumed: string[]
  stopped: string[]
  /** The conversation as the server has it. */
  stored: ConversationWithMessages
}

/** Creates a fake server for a chat. `reply` receives the position of the request, from 0. */
export function scriptedPort(
  options: {
    stored?: ConversationWithMessages
    reply?: (request: ReplyRequest, at: number, signal: AbortSignal) => AsyncIterable<ReplyEvent> | Iterable<ReplyEvent> | ApiError
    resume?: () => Iterable<ReplyEvent> | AsyncIterable<ReplyEvent>
    enter?: () => Promise<ConversationWithMessages>
    nextFrame?: ChatPort['nextFrame']
    canPace?: ChatPort['canPace']
  } = {},
): ScriptedPort {
  const port: ScriptedPort = {
    requests: [],
    resumed: [],
    stopped: [],
    stored: options.stored ?? conversationOf(),
    enter: options.enter ?? (async () => port.stored),
    load: async () => port.stored,
    async *reply(request: ReplyRequest, { signal, onStarted }: ReadOptions) {
      port.requests.push(request)
      const answer = options.reply?.(request, port.requests.length - 1, signal) ?? replyOf('Bonjour.')
      if (answer instanceof ApiError) throw answer
      let isStarted = false
      for await (const event of answer) {
        if (!isStarted) onStarted?.('s')
        isStarted = true
        yield event
      }
    },
    async *resume(stream_id: string) {
      port.resumed.push(stream_id)
      yield* options.resume?.() ?? replyOf('Bonjour.')
    },
    stop: async (stream_id) => void port.stopped.push(stream_id),
    showVersion: async () => undefined,
    rate: async () => undefined,
    pause: async () => undefined,
    nextFrame: options.nextFrame ?? ((work) => work(performance.now())),
    canPace: options.canPace ?? (() => false),
  }
  return port
}

export const greeting = 'Bonjour ! Je suis Notes. Désolé…'

/** What a new screen shows after these changes. */
export const screenAfter = (...changes: ScreenChange[]): ChatState => changes.reduce((chat, change) => change(chat), initialChatState)

/** Starts a chat on `port`. `shown` lists its messages, `announced` the texts read aloud. */
export function chatOn(port: ChatPort, hasOpening = false) {
  const announced: string[] = []
  const chat = createChat({ port, hasOpening, failedGreeting: greeting, announce: (text) => announced.push(text) })
  chat.start()
  const shown = () => chat.state().messages.map(({ role, content, status }) => `${role} ${status} ${content}`)
  const settled = () => vi.waitFor(() => expect([chat.state().phase, chat.state().reply]).toEqual(['ready', null]))
  /** Sends a question and waits for the end of its reply. */
  const ask = async (text: string) => {
    chat.send(text)
    await settled()
  }
  const resume = async () => {
    chat.resume()
    await settled()
  }
  return { chat, announced, shown, settled, ask, resume }
}

/** Starts a chat on `port` and waits until its conversation is loaded. */
export async function settledChat(port: ChatPort, hasOpening = false) {
  const on = chatOn(port, hasOpening)
  await on.settled()
  return on
}
