import type { ChatState } from '../chat-state.ts'

/** Question as a pair of `client_message_id` and text. */
type Question = readonly [id: string, content: string]

export const keptQuestions = (kept: string): readonly Question[] => (kept === '' ? [] : (JSON.parse(kept) as Question[]))

/**
 * Serialises the questions on the screen that the server may not have, to save them in the tab. Empty text: there are none.
 * @param kept text saved so far, returned unchanged until the conversation is loaded
 */
export function questionsOnTheirWay({ phase, conversation, messages, reply }: ChatState, kept: string): string {
  const isKnown = phase === 'ready' && (conversation !== null || messages.length === 0 || messages.some(({ role }) => role === 'user'))
  if (!isKnown) return kept
  const onTheirWay = messages.flatMap((message, at): Question[] => {
    const answer = messages[at + 1]
    const isUnknown = reply && answer?.key === reply.key ? reply.stream_id === null : answer?.status === 'erreur'
    return message.client_message_id !== null && message.role === 'user' && message.id === null && answer?.id === null && isUnknown
      ? [[message.client_message_id, message.content]]
      : []
  })
  return onTheirWay.length === 0 ? '' : JSON.stringify(onTheirWay)
}

/** Texts of the saved questions that the loaded conversation does not contain. */
export const giveBack = (questions: readonly Question[], { messages }: ChatState): string[] =>
  questions.filter(([id]) => !messages.some(({ client_message_id }) => client_message_id === id)).map(([, content]) => content)
