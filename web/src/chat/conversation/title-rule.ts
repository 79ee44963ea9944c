import { ownSentence, limits } from '@parvis/contract'

/** What a title is refused for (specification, chapter 5); null when it may be sent. */
export function titleRefusal(title: string): string | null {
  const trimmed = title.trim()
  if (trimmed === '') return ownSentence('conversations.title_empty')
  return trimmed.length > limits.title ? `${limits.title}\u00a0caractères au plus` : null
}
