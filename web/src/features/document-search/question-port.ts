import { constants, type Quote, type ReplyEvent, type Source } from '@parvis/contract'
import type { ReadOptions } from '../../api/stream.ts'
import type { ChatPort } from '../../chat/chat-port.ts'
import type { ChatMessage } from '../../chat/chat-state.ts'

export interface Answered {
  response: string
  sources: Source[]
  quotes: Quote[]
}

export interface QuestionDeps {
  ask: (message: string, document_id: string | null, signal: AbortSignal) => Promise<Answered>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface QuestionPort extends Pick<ChatPort, 'enter' | 'reply' | 'pause'> {
  /** What the next questions are about, as the loading names it. Before, they are about all that the person has loaded. */
  setDocument: (document_id: string) => void
  /** The check of the quotations of an answer of this port. */
  quotesOf: (answer: string) => readonly Quote[] | undefined
}

/**
 * The door of the single-document search: nothing is kept, each question is asked by itself after a fixed second
 * (specification, chapters 7 and 9), and its answer comes whole.
 */
export function questionPort({ ask, pause }: QuestionDeps): QuestionPort {
  let document_id: string | null = null
  const checked = new Map<string, readonly Quote[]>()
  return {
    pause,
    setDocument: (id) => {
      document_id = id
    },
    quotesOf: (answer) => checked.get(answer),
    enter: async () => [],
    async *reply({ history }, { signal }: ReadOptions): AsyncGenerator<ReplyEvent> {
      const message = history.findLast(({ role }) => role === 'user')?.content ?? ''
      await pause(constants.documentQuestionDelayMs, signal)
      const { response, sources, quotes } = await ask(message, document_id, signal)
      checked.set(response, quotes)
      if (sources.length > 0) yield { type: 'sources', id: 1, sources }
      yield { type: 'delta', id: 2, text: response }
      yield { type: 'done', id: 3, status: 'complete', finish_reason: 'stop', message_id: null }
    },
  }
}

/** The messages, each answer with the check that came with it. */
export function withQuotes(messages: readonly ChatMessage[], quotesOf: QuestionPort['quotesOf']): readonly ChatMessage[] {
  return messages.map((message) => {
    const quotes = message.role === 'assistant' ? quotesOf(message.content) : undefined
    return quotes === undefined ? message : { ...message, quotes }
  })
}
