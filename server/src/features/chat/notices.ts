/** What a reply begins with when the model did not read everything: the person reads it, the model never does. */
export const notices = {
  refused: sentence(
    'Le modèle a refusé cette demande, trop longue pour lui\u00a0: la réponse s’appuie sur une partie plus courte de la conversation ou des documents.',
  ),
  question: sentence('Votre message dépasse ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.'),
  instructions: sentence('Les consignes et le projet dépassent ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.'),
} as const

/** The last line of an answer from documents read whole (features/full-reading/notices). */
const readingNotice = /\n\n\*Lecture (?:complète|partielle)\u00a0: [^\n]*\*\s*$/u

/** What an answer from loaded documents begins with where some could not serve (features/library/not-found, `leftOut`). */
const leftOutNotice = /^\*{3}[^\n]*\u00a0: cette réponse n’en tient pas compte\.\*\n\n/u

/** What a reply said by itself: repeated to the model, its notices would be imitated in replies that they are not true of. */
export function withoutNotices(reply: string): string {
  return Object.values(notices)
    .reduce((text, notice) => text.replaceAll(notice, ''), reply)
    .replace(leftOutNotice, '')
    .replace(readingNotice, '')
}

function sentence(text: string): string {
  return `*${text}*\n\n`
}
