/** Notices placed before a reply when the model did not read everything. They are for the person and are never sent to the model. */
export const notices = {
  refused: sentence(
    'Le modèle a refusé cette demande, trop longue pour lui\u00a0: la réponse s’appuie sur une partie plus courte de la conversation ou des documents.',
  ),
  question: sentence('Votre message dépasse ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.'),
  /** For a rewritten reply whose original was interrupted. */
  cut: sentence('La réponse dont celle-ci reprend le contenu s’était interrompue\u00a0: il peut en manquer la fin.'),
  instructions: sentence('Les consignes et le projet dépassent ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.'),
} as const

/** Pattern of the notice that ends a reply from a full reading (features/full-reading/notices). */
const closingReadingNotice = /\n\n(\*Lecture (?:complète|partielle)\u00a0: [^\n]*\*)\s*$/u
/** Pattern of the notice at the beginning of a rewritten reply. */
const openingReadingNotice = /^(\*Lecture partielle\u00a0: [^\n]*\*)\n\n/u

/** Pattern of the notice that begins a reply when some uploaded documents could not be used (features/library/not-found, `leftOut`). */
const leftOutNotice = /(?<=^|\n\n)\*{3}[^\n]*\u00a0: cette réponse n’en tient pas compte\.\*\n\n/u

const removeOpeningNotices = (reply: string): string =>
  Object.values(notices)
    .reduce((text, notice) => text.replaceAll(notice, ''), reply)
    .replace(leftOutNotice, '')

/** Removes the notices of a reply before it is sent to the model, which would otherwise imitate them. */
export function removeNotices(reply: string): string {
  return removeOpeningNotices(reply).replace(closingReadingNotice, '').replace(openingReadingNotice, '')
}

/** Returns the notices that a rewritten reply inherits: what the original could not take into account is missing from it too. */
export function inheritedNotices(reply: string, isCut: boolean): string {
  const ownNotices = Object.values(notices).filter((notice) => reply.includes(notice) && notice !== notices.cut)
  const isOfInterrupted = isCut || reply.includes(notices.cut)
  const withoutOpeningNotices = removeOpeningNotices(reply)
  const reading = (openingReadingNotice.exec(withoutOpeningNotices) ?? closingReadingNotice.exec(withoutOpeningNotices))?.[1] ?? ''
  const partialReadingNotice = reading.startsWith('*Lecture partielle') ? `${reading}\n\n` : ''
  return [isOfInterrupted ? notices.cut : '', ...ownNotices, leftOutNotice.exec(reply)?.[0] ?? '', partialReadingNotice].join('')
}

function sentence(text: string): string {
  return `*${text}*\n\n`
}
