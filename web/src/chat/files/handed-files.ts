import { onForget } from '../../api/browser.ts'

// Files cannot be put in the history of the browser: they stay in the memory of this tab until the next page takes them.
let handed: { draftKey: string; question: string; files: readonly File[] } | null = null

/** Stores files for the chat that is about to open, with its first question. @param draftKey names the field that they were chosen in */
export function handFiles(draftKey: string, question: string, files: readonly File[]): void {
  handed = files.length === 0 ? null : { draftKey, question, files }
}

const none: readonly File[] = []

/** Reads the stored files of a first question, or those of a field that no chat has taken. Stable. */
export const handedFiles = (of: { question: string } | { draftKey: string }): readonly File[] =>
  handed !== null && ('question' in of ? handed.question === of.question : handed.draftKey === of.draftKey) ? handed.files : none

/** Forgets the files: the chat has taken them. */
export function forgetHandedFiles(): void {
  handed = null
}

// The next person of this tab does not find them.
onForget(forgetHandedFiles)
