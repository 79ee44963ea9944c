import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'

/** Sentences on a saving that failed for good, and on what becomes of the text typed since the last one. */
export function saveFailureSentence(error: unknown): string {
  // Nothing opens that document any more: the copy of the tab would never be shown again.
  if (isNotFound(error))
    return 'Ce document n’existe plus, ou ne vous est plus ouvert. Ce que vous venez d’écrire n’est pas enregistré\u00a0: copiez-le avant de fermer le document.'
  const reason = sentenceOf(error, 'Le document n’a pas pu être enregistré.')
  return `${/[.!?]$/.test(reason) ? reason : `${reason}.`} Ce que vous avez écrit est gardé dans cet onglet.`
}
