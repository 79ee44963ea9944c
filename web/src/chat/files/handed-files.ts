import { onForget } from '../../api/browser.ts'

// Files cannot go into `history.state`: they stay in the memory of this tab until the next page takes them.
let handed: { draftKey: string; question: string; files: readonly File[] } | null = null

/**
 * Stores files and their first question for the chat that is about to open. No file: clears them. @param draftKey key of the field in which they were
 * chosen
 */
export function handFiles(draftKey: string, question: string, files: readonly File[]): void {
  handed = files.length === 0 ? null : { draftKey, question, files }
}

const none: readonly File[] = []

/** Returns the stored files of a first question, or those of a field that no chat has taken. Stable reference. */
export const handedFiles = (of: { question: string } | { draftKey: string }): readonly File[] =>
  handed !== null && ('question' in of ? handed.question === of.question : handed.draftKey === of.draftKey) ? handed.files : none

/** Clears the stored files, once the chat has taken them. */
export function forgetHandedFiles(): void {
  handed = null
}

// The next person who signs in in this tab must not find them.
onForget(forgetHandedFiles)
