import { constants, type ConversationWithMessages, type ReplyEvent } from '@parvis/contract'
import { ApiError, isConversationUnavailable } from '../../../api/transport/api-error.ts'
import type { ReadOptions } from '../../../api/transport/stream.ts'
import type { ChatPort, ReplyRequest } from '../../../chat/machine/port.ts'
import type { RemainingDocuments } from './remaining-documents.ts'

export interface SearchDeps extends Omit<ChatPort, 'enter' | 'reply'> {
  /** Creates a conversation that queries these documents. */
  create: (documents: readonly string[], signal: AbortSignal) => Promise<ConversationWithMessages>
  /** Checks which of these documents still exist. */
  remaining: (documents: readonly string[]) => Promise<RemainingDocuments>
  ask: (message: string, request: Omit<ReplyRequest, 'history'>, options: ReadOptions) => AsyncGenerator<ReplyEvent>
}

interface SearchPort extends ChatPort {
  /**
   * Connects the port to the screen. No conversation is created until `hasQuestion` returns true, so that opening the page leaves no empty conversation.
   * @param onGone called with the chosen documents that were deleted and the sentence about them; the question goes on with the others
   */
  attach: (hasQuestion: () => boolean, onGone: (deletedIds: readonly string[], notice: string) => void) => void
  /** Sets the documents that a new conversation queries. */
  setDocuments: (documents: readonly string[]) => void
}

/**
 * Creates the chat port of the document search, whose conversations are stored on the server with their documents.
 * @param conversation_id conversation to resume; null for a new one
 */
export function searchPort({ create, remaining, ask, ...common }: SearchDeps, conversation_id: string | null): SearchPort {
  let hasQuestion = () => false
  let reportDeleted: Parameters<SearchPort['attach']>[1] = () => undefined
  let documents: readonly string[] = []
  let creationError: unknown = null

  /**
   * Creates the conversation on the chosen documents. If some have been deleted since, reports them to `onGone` and tries again with the rest. @throws
   * {ApiError} 422 when none is left
   */
  async function createConversation(signal: AbortSignal): Promise<ConversationWithMessages> {
    try {
      return await create(documents, signal)
    } catch (error) {
      if (!isConversationUnavailable(error)) throw error
      const { ids, deletedIds, notice } = await remaining(documents)
      if (deletedIds.length === 0) throw error
      reportDeleted(deletedIds, notice)
      // The chat gives the text of a refused question back to the composer.
      if (ids.length === 0) throw new ApiError(422, { error: notice })
      return create(ids, signal)
    }
  }

  return {
    ...common,
    attach: (look, onGone) => {
      hasQuestion = look
      reportDeleted = onGone
    },
    setDocuments: (ids) => {
      documents = ids
    },
    async enter(signal) {
      if (conversation_id !== null) {
        try {
          return await common.load(conversation_id, signal)
        } catch (error) {
          if (!hasQuestion() || !isConversationUnavailable(error)) throw error
        }
      }
      if (!hasQuestion()) return []
      creationError = null
      return createConversation(signal).catch((error: unknown) => {
        creationError = error
        throw error
      })
    },
    async *reply({ history, ...request }, options) {
      // Documents can only be queried in a conversation: the error of its creation is the result.
      if (request.conversation_id === null) throw creationError
      // The fixed delay of the specification (chapters 7 and 9) runs while the server is already working.
      const rest = request.action === 'send' ? common.pause(constants.documentQuestionDelayMs, options.signal) : Promise.resolve()
      rest.catch(() => undefined)
      for await (const event of ask(history.at(-1)?.content ?? '', request, options)) {
        await rest
        yield event
      }
    },
  }
}
