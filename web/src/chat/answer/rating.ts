import { sentenceOf } from '../../api/transport/api-error.ts'
import type { Chat } from '../create-chat.ts'
import type { MessageHandlers } from '../Message.tsx'

/** The opinions of a chat screen: kept, then said to be so. */
export function rating(chat: Chat, announce: (text: string) => void): MessageHandlers['onRate'] {
  return (message, given, details) =>
    chat.rate(message.key, given, details).then(
      () => {
        announce(given === null ? 'Votre avis est retiré' : 'Votre avis est enregistré')
        return true
      },
      (error: unknown) => {
        // The form of the details says so itself.
        if (details === undefined) chat.notify(`Votre avis n’a pas pu être enregistré. ${sentenceOf(error, 'Veuillez réessayer.')}`)
        return false
      },
    )
}
