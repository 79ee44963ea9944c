import { sentenceOf } from '../../api/transport/api-error.ts'
import type { Chat } from '../create-chat.ts'
import type { MessageHandlers } from './MessageActions.tsx'

/** Creates the feedback handler of a chat screen: saves the feedback, then announces it. */
export function rating(chat: Chat, announce: (text: string) => void): MessageHandlers['onRate'] {
  return (message, given, details) =>
    chat.rate(message.key, given, details).then(
      () => {
        announce(given === null ? 'Votre avis est retiré' : 'Votre avis est enregistré')
        return true
      },
      (error: unknown) => {
        // The details form shows its own failure.
        if (details === undefined) chat.notify(`Votre avis n’a pas pu être enregistré. ${sentenceOf(error, 'Veuillez réessayer.')}`)
        return false
      },
    )
}
