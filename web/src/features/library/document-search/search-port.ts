import { constants, type ConversationWithMessages, type ReplyEvent } from '@parvis/contract'
import { ApiError, isGone } from '../../../api/transport/api-error.ts'
import type { ReadOptions } from '../../../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from '../../../chat/delivery/chat-port.ts'
import type { Remaining } from './remaining-documents.ts'

export interface SearchDeps extends Omit<ChatPort, 'enter' | 'reply'> {
  /** A new conversation that asks these documents. */
  create: (documents: readonly string[], signal: AbortSignal) => Promise<ConversationWithMessages>
  /** Which of these documents are still there. */
  remaining: (documents: readonly string[]) => Promise<Remaining>
  ask: (message: string, request: Omit<ReplyRequest, 'history'>, options: ReadOptions) => AsyncGenerator<ReplyEvent>
}

interface SearchPort extends ChatPort {
  /**
   * Says how to know whether there is a question: before it no conversation is made, or a look at the page would leave an empty one.
   * @param onGone learns which of the documents chosen are deleted, and what to say of it: the question goes with the others
   */
  attach: (hasQuestion: () => boolean, onGone: (gone: readonly string[], notice: string) => void) => void
  /** What a new conversation asks. */
  setDocuments: (documents: readonly string[]) => void
}

/**
 * The door of the document search: a conversation that the server keeps, with its documents.
 * @param conversation_id to resume; null for a new one
 */
export function searchPort({ create, remaining, ask, ...common }: SearchDeps, conversation_id: string | null): SearchPort {
  let hasQuestion = () => false
  let tellGone: Parameters<SearchPort['attach']>[1] = () => undefined
  let documents: readonly string[] = []
  let refusal: unknown = null

  /** One that was deleted since it was chosen, in another tab perhaps, does not take the others from the question. */
  async function make(signal: AbortSignal): Promise<ConversationWithMessages> {
    try {
      return await create(documents, signal)
    } catch (error) {
      if (!isGone(error)) throw error
      const { ids, gone, notice } = await remaining(documents)
      if (gone.length === 0) throw error
      tellGone(gone, notice)
      // Refused, a question gives its text back.
      if (ids.length === 0) throw new ApiError(422, { error: notice })
      return create(ids, signal)
    }
  }

  return {
    ...common,
    attach: (look, onGone) => {
      hasQuestion = look
      tellGone = onGone
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
      return make(signal).catch((error: unknown) => {
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
