import type { ReadingPart } from './parts/parts.ts'
import { extentSentence, unreadSentence } from './notices.ts'
import type { UnreadPart } from './parts/readable-pages.ts'

const confirmQuestion = 'Répondez «\u00a0oui\u00a0» pour commencer la lecture.'
const askAgainSentence = 'Pour la commencer, reposez votre demande en y ajoutant «\u00a0lecture complète\u00a0».'

/**
 * Returns the reply that announces the cost of a full reading above `fullReading.confirmTokens` and asks for confirmation. No model is called.
 * @param isSaved whether the conversation is saved; if not, a later « oui » would come without its context, so the person must ask again
 */
export function costAnnouncement(parts: readonly ReadingPart[], tokens: number, unread: readonly UnreadPart[], isSaved = true): string {
  const roundedTokens = tokens > 10_000 ? Math.round(tokens / 1_000) * 1_000 : tokens
  const lines = [
    `Répondre à cette demande suppose de lire ${extentSentence(parts)} en entier, en ${parts.length}\u00a0${parts.length > 1 ? 'parties' : 'partie'}\u00a0: environ ${roundedTokens.toLocaleString('fr-FR')}\u00a0jetons.`,
    ...(unread.length === 0 ? [] : [`Ne sera pas lu\u00a0: ${unreadSentence(unread)}.`]),
    `Cela peut prendre plusieurs minutes. ${isSaved ? confirmQuestion : askAgainSentence}`,
  ]
  return lines.join('\n\n')
}

/** Whether a reply announces a cost and asks for confirmation. */
export const asksToConfirm = (reply: string): boolean => [confirmQuestion, askAgainSentence].some((end) => reply.trimEnd().endsWith(end))

/** Whether a request accepts the cost in advance, by the words « lecture complète ». */
export const agreesToCost = (request: string): boolean => /(?<!\p{L})lecture compl[èe]te(?!\p{L})/iu.test(request.normalize('NFC'))
