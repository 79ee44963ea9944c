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
      () => {
        announce('Votre avis n’a pas pu être enregistré')
        return false
      },
    )
}
