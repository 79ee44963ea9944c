import { sentenceOf } from '../../api/transport/api-error.ts'
import type { Chat } from '../create-chat.ts'
import type { MessageHandlers } from './MessageActions.tsx'

/** Creates the feedback handler of a chat screen: saves the feedback, then announces it. */
export function createRateHandler(chat: Chat, announce: (text: string) => void): MessageHandlers['onRate'] {
  return (message, newRating, details) =>
    chat.rate(message.key, newRating, details).then(
      () => {
        announce(newRating === null ? 'Votre avis est retiré' : 'Votre avis est enregistré')
        return true
      },
      (error: unknown) => {
        // The details form shows its own failure.
        if (details === undefined) chat.notify(`Votre avis n’a pas pu être enregistré. ${sentenceOf(error, 'Veuillez réessayer.')}`)
        return false
      },
    )
}
