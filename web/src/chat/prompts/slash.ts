/** Where prompts were called for in the field: by a « / », at this place, or by the button, which writes nothing. */
export interface Opening {
  start: number
  isTyped: boolean
}

/** Past that, what follows is a sentence and not what is looked for. */
const longest = 60

/** Whether the « / » that stands just before the caret calls for the prompts: at the beginning, or after a blank. « et/ou », « 1/2 », an address do not. */
export function isSlash(text: string, caret: number): boolean {
  return text[caret - 1] === '/' && (caret === 1 || /\s/.test(text[caret - 2]!))
}

/** What is looked for, between the opening and the caret; null: something else is being written. */
export function wordsAt({ start, isTyped }: Opening, text: string, caret: number): string | null {
  const from = start + (isTyped ? 1 : 0)
  if (caret < from || (isTyped && text[start] !== '/')) return null
  const words = text.slice(from, caret)
  return words.length > longest || /^\s|[\n/]/.test(words) ? null : words
}
