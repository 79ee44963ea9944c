import type { Message } from '@parvis/contract'
import { truncate } from '../../ui/words/formats.ts'

const questionLength = 70

/** Returns the finished answers, latest first, each labelled by its number and the question before it. */
export function answersIn(messages: readonly Pick<Message, 'id' | 'role' | 'status' | 'content'>[]): { id: string; label: string }[] {
  let question = ''
  const found: { id: string; label: string }[] = []
  for (const { id, role, status, content } of messages) {
    if (role === 'user') question = truncate(content.replace(/\s+/g, ' ').trim(), questionLength)
    if (role === 'assistant' && status !== 'en_cours') found.push({ id, label: `${found.length + 1}. ${question === '' ? 'Première réponse' : question}` })
  }
  return found.reverse()
}
