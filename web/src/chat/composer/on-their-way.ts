import type { ChatState } from '../chat-state.ts'

/** A question, by its `client_message_id`. */
type Question = readonly [id: string, content: string]

export const keptQuestions = (kept: string): readonly Question[] => (kept === '' ? [] : (JSON.parse(kept) as Question[]))

/**
 * The questions on the screen that the server is not known to have, to be kept with the page; empty where there is none.
 * @param kept what is kept of them, which stays while the conversation is not known: fetched in vain, it says nothing of what has arrived
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

/** Those that the conversation, once fetched, does not have. */
export const giveBack = (questions: readonly Question[], { messages }: ChatState): string[] =>
  questions.filter(([id]) => !messages.some(({ client_message_id }) => client_message_id === id)).map(([, content]) => content)
