import type { Part } from './parts/parts.ts'
import { extentOf, unreadSentence } from './notices.ts'
import type { Unread } from './parts/readable-pages.ts'

const question = 'Répondez «\u00a0oui\u00a0» pour commencer la lecture.'
const askAgain = 'Pour la commencer, reposez votre demande en y ajoutant «\u00a0lecture complète\u00a0».'

/**
 * Told before a reading that costs more than the setting allows without a word; no model is called for it.
 * @param isKept whether the conversation is kept: where it is not, an answer to this would come alone
 */
export function costAnnouncement(parts: readonly Part[], tokens: number, unread: readonly Unread[], isKept = true): string {
  const rounded = tokens > 10_000 ? Math.round(tokens / 1_000) * 1_000 : tokens
  const lines = [
    `Répondre à cette demande suppose de lire ${extentOf(parts)} en entier, en ${parts.length}\u00a0${parts.length > 1 ? 'parties' : 'partie'}\u00a0: environ ${rounded.toLocaleString('fr-FR')}\u00a0jetons.`,
    ...(unread.length === 0 ? [] : [`Ne sera pas lu\u00a0: ${unreadSentence(unread)}.`]),
    `Cela peut prendre plusieurs minutes. ${isKept ? question : askAgain}`,
  ]
  return lines.join('\n\n')
}

/** Whether a reply is such an announcement. */
export const asksToConfirm = (reply: string): boolean => [question, askAgain].some((end) => reply.trimEnd().endsWith(end))

/** Whether a request agrees to its cost by itself. */
export const agreesToCost = (request: string): boolean => /(?<!\p{L})lecture compl[èe]te(?!\p{L})/iu.test(request.normalize('NFC'))
