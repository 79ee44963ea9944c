import { parseMarks } from '@parvis/written-document'

/** Pattern of the mark of a change to a document. The hunk of a `diff`, `@@ -1,3 +1,4 @@`, is text. */
const changeMark = /^ {0,3}@@\s*\p{L}/mu

/** Pattern of an unfinished last line that is, or may become, a mark. */
const unfinishedMark = /(^|\n) {0,3}@(?:@[^\n]*)?$/

/**
 * Separates the text of an answer from the changes to a document that it asks for. The marks of the changes are for the server.
 * @param isWriting while the answer is written, a last line that may become a mark is hidden
 */
export function separateChanges(answer: string, isWriting: boolean): { prose: string; changeCount: number } {
  if (!answer.includes('@')) return { prose: answer, changeCount: 0 }
  const text = isWriting ? answer.replace(unfinishedMark, '$1') : answer
  if (!changeMark.test(text)) return { prose: text, changeCount: 0 }
  const { prose, changes } = parseMarks(text)
  // Marks in a code block are text: nothing was separated.
  return changes.length === 0 ? { prose: text, changeCount: 0 } : { prose, changeCount: changes.length }
}
