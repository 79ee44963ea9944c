import { constants, type ConversationWithMessages, type ReplyEvent } from '@parvis/contract'
import { isGone } from '../../../api/transport/api-error.ts'
import type { ReadOptions } from '../../../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from '../../../chat/delivery/chat-port.ts'

export interface SearchDeps extends Omit<ChatPort, 'enter' | 'reply'> {
  /** A new conversation that asks these documents. */
  create: (documents: readonly string[], signal: AbortSignal) => Promise<ConversationWithMessages>
  ask: (message: string, request: Omit<ReplyRequest, 'history'>, options: ReadOptions) => AsyncGenerator<ReplyEvent>
}

interface SearchPort extends ChatPort {
  /** Says how to know whether there is a question: before it no conversation is made, or a look at the page would leave an empty one. */
  attach: (hasQuestion: () => boolean) => void
  /** What a new conversation asks. */
  setDocuments: (documents: readonly string[]) => void
}

/**
 * The door of the document search: a conversation that the server keeps, with its documents.
 * @param conversation_id to resume; null for a new one
 */
export function searchPort({ create, ask, ...common }: SearchDeps, conversation_id: string | null): SearchPort {
  let hasQuestion = () => false
  let documents: readonly string[] = []
  let refusal: unknown = null
  return {
    ...common,
    attach: (look) => {
      hasQuestion = look
    },
    setDocuments: (ids) => {
      documents = ids
    },
    async enter(signal) {
      if (conversation_id !== null) {
        try {
          return await common.load(conversation_id, signal)
        } catch (error) {
          if (!hasQuestion() || !isGone(error)) throw error
        }
      }
      if (!hasQuestion()) return []
      refusal = null
      return create(documents, signal).catch((error: unknown) => {
        refusal = error
        throw error
      })
    },
    async *reply({ history, ...request }, options) {
      // Documents are only asked in a conversation: why there is none is the answer.
      if (request.conversation_id === null) throw refusal
      // The fixed second of the specification (chapters 7 and 9) runs while the server is already at work.
      const rest = request.action === 'send' ? common.pause(constants.documentQuestionDelayMs, options.signal) : Promise.resolve()
      rest.catch(() => undefined)
      for await (const event of ask(history.at(-1)?.content ?? '', request, options)) {
        await rest
        yield event
      }
    },
  }
}
