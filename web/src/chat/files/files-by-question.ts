import type { ConversationDocument } from '@parvis/contract'
import type { AttachedFile } from './files-state.ts'

/** Files attached when the page opened. @param questions keys of the questions of the conversation, in order */
export const attachedAtOpening = (documents: readonly ConversationDocument[], questions: readonly string[]): AttachedFile[] =>
  documents.map((one) => ({ ...one, questionsBefore: null, earlierQuestions: questions.slice(0, one.after) }))

/**
 * Groups files by the key of the question with which they were first sent. An edited question has a new key, and gets all files attached before the edit.
 * @param questions keys of the visible questions, in order
 */
export function filesByQuestion(attached: readonly AttachedFile[], questions: readonly string[]): ReadonlyMap<string, readonly AttachedFile[]> {
  const byQuestion = new Map<string, AttachedFile[]>()
  for (const file of attached) {
    const first = questions.find((key) => !(file.earlierQuestions ?? []).includes(key))
    if (first !== undefined) byQuestion.set(first, [...(byQuestion.get(first) ?? []), file])
  }
  return byQuestion
}
