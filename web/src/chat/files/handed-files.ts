import { onForget } from '../../api/browser.ts'

// Files cannot be put in the history of the browser: they stay in the memory of this tab until the next page takes them.
let handed: { question: string; files: readonly File[] } | null = null

/** Keeps files for the chat that is about to open, with its first question. */
export function handFiles(question: string, files: readonly File[]): void {
  handed = files.length === 0 ? null : { question, files }
}

const none: readonly File[] = []

/** Reads the files that go with a first question; without one, those that no chat has taken. Stable. */
export const handedFiles = (question: string | null = null): readonly File[] =>
  handed !== null && (question === null || handed.question === question) ? handed.files : none

/** Forgets the files: the chat has taken them. */
export const forgetHandedFiles = (): void => handFiles('', none)

// The next person of this tab does not find them.
onForget(forgetHandedFiles)
