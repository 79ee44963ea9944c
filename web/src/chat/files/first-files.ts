import { onClearUserData } from '../../api/browser.ts'

// Files cannot go into `history.state`: they stay in the memory of this tab until the next page takes them.
let stored: { draftKey: string; question: string; files: readonly File[] } | null = null

/**
 * Stores files and their first question for the chat that is about to open. No file: clears them. @param draftKey key of the field in which they were
 * chosen
 */
export function storeFirstFiles(draftKey: string, question: string, files: readonly File[]): void {
  stored = files.length === 0 ? null : { draftKey, question, files }
}

const none: readonly File[] = []

/** Returns the stored files of a first question, or those of a field that no chat has taken. Stable reference. */
export const storedFirstFiles = (source: { question: string } | { draftKey: string }): readonly File[] =>
  stored !== null && ('question' in source ? stored.question === source.question : stored.draftKey === source.draftKey) ? stored.files : none

/** Clears the stored files, once the chat has taken them. */
export function clearFirstFiles(): void {
  stored = null
}

// The next person who signs in in this tab must not find them.
onClearUserData(clearFirstFiles)
