import type { ChatState } from '../machine/state.ts'

/** Question as a pair of `client_message_id` and text. */
type UnsentQuestion = readonly [id: string, content: string]

export const parseUnsent = (saved: string): readonly UnsentQuestion[] => (saved === '' ? [] : (JSON.parse(saved) as UnsentQuestion[]))

/**
 * Serialises the questions on the screen that the server may not have, to save them in the tab. Empty text: there are none.
 * @param saved text saved so far, returned unchanged until the conversation is loaded
 */
export function serialiseUnsent({ phase, conversation, messages, reply }: ChatState, saved: string): string {
  const isLoaded = phase === 'ready' && (conversation !== null || messages.length === 0 || messages.some(({ role }) => role === 'user'))
  if (!isLoaded) return saved
  const unsent = messages.flatMap((message, at): UnsentQuestion[] => {
    const answer = messages[at + 1]
    const mayBeUnsent = reply && answer?.key === reply.key ? reply.stream_id === null : answer?.status === 'erreur'
    return message.client_message_id !== null && message.role === 'user' && message.id === null && answer?.id === null && mayBeUnsent
      ? [[message.client_message_id, message.content]]
      : []
  })
  return unsent.length === 0 ? '' : JSON.stringify(unsent)
}

/** Texts of the saved questions that the loaded conversation does not contain. */
export const missingTexts = (questions: readonly UnsentQuestion[], { messages }: ChatState): string[] =>
  questions.filter(([id]) => !messages.some(({ client_message_id }) => client_message_id === id)).map(([, content]) => content)
