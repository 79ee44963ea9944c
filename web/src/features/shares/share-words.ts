import type { GivenShare, SharedMessage, Message } from '@parvis/contract'
import { finishedText } from '../../chat/answer/answer-words.ts'
import { changesSentence } from '../../chat/answer/reply-sentences.ts'
import { formatLongDate, plural, truncate } from '../../ui/words/formats.ts'

/** « le service Voirie, Ana Kerhoas »; deleted teams and accounts are left out. */
export function readersOf({ subjects }: Pick<GivenShare, 'subjects'>): string {
  if (subjects.length === 0) return 'plus personne\u00a0: les services et les comptes choisis n’existent plus'
  return new Intl.ListFormat('fr').format(subjects.map(({ kind, name }) => (kind === 'team' ? `le service ${name}` : name)))
}

/** Sentence about the expiry date, past or future. */
export const endOf = ({ expires_at, is_expired }: Pick<GivenShare, 'expires_at' | 'is_expired'>): string =>
  is_expired ? `terminé le ${formatLongDate(expires_at)}` : `jusqu’au ${formatLongDate(expires_at)}`

/** Number of messages added since the copy, « 2 messages de plus depuis »; empty for none. */
export const newerOf = ({ newer }: Pick<GivenShare, 'newer'>): string => (newer === 0 ? '' : `${plural(newer, 'message')} de plus depuis`)

/** Sentence about why an answer is incomplete, for readers who did not ask it; null when it is complete. */
export function incompleteReason({ status, finish_reason, error }: Pick<SharedMessage, 'status' | 'finish_reason' | 'error'>): string | null {
  if (status === 'complete') return null
  if (status === 'erreur') return error
  if (finish_reason === 'stopped') return 'Cette réponse a été arrêtée avant sa fin.'
  if (finish_reason === 'length') return 'La réponse a atteint sa longueur maximale\u00a0: elle est tronquée.'
  return error ?? 'Cette réponse s’est interrompue avant sa fin.'
}

/** Text of a shared answer, and the sentence in place of the changes to a document that it proposes; null without any. */
export const answerOf = (message: Pick<SharedMessage, 'status' | 'content'>): { text: string; changes: string | null } => ({
  text: finishedText(message),
  changes: changesSentence(message),
})

const questionLength = 70

/** Returns the finished answers, latest first, each labelled by its number and the question before it. */
export function answersIn(messages: readonly Pick<Message, 'id' | 'role' | 'status' | 'content'>[]): { id: string; label: string }[] {
  let question = ''
  const items: { id: string; label: string }[] = []
  for (const { id, role, status, content } of messages) {
    if (role === 'user') question = truncate(content.replace(/\s+/g, ' ').trim(), questionLength)
    if (role === 'assistant' && status !== 'en_cours') items.push({ id, label: `${items.length + 1}. ${question === '' ? 'Première réponse' : question}` })
  }
  return items.reverse()
}
