import { clientErrorSentence, limits } from '@parvis/contract'

/** Reason why a title is refused (specification, chapter 5); null if it is valid. */
export function titleRefusal(title: string): string | null {
  const trimmed = title.trim()
  if (trimmed === '') return clientErrorSentence('conversations.title_empty')
  return trimmed.length > limits.title ? `${limits.title}\u00a0caractères au plus` : null
}
