export type MessageField = HTMLTextAreaElement

/** Replaces a range of text as if typed, so that Ctrl+Z undoes it. */
export function replaceText(field: MessageField, { start, end }: TextRange, text: string): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  // Deprecated, but the only call whose change a browser can undo.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Converts line breaks to line feeds, as a text area does. */
export const toLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Selects a range of text and scrolls it into view, which browsers do not do. */
export function selectText(field: MessageField, { start, end }: TextRange): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  // On the next frame, once the field has grown.
  requestAnimationFrame(() => {
    field.scrollTop = heightBefore(field, start) - field.clientHeight / 2
  })
}

/** Height in pixels of the text before a position, measured on a hidden copy of the field. */
function heightBefore(field: HTMLTextAreaElement, offset: number): number {
  const copy = field.cloneNode() as HTMLTextAreaElement
  copy.removeAttribute('id')
  copy.setAttribute('aria-hidden', 'true')
  copy.tabIndex = -1
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', height: '0', width: `${field.offsetWidth}px`, flex: 'none' })
  copy.value = field.value.slice(0, offset)
  field.after(copy)
  const height = copy.scrollHeight
  copy.remove()
  return height
}

interface TextRange {
  start: number
  end: number
}

/** Text in brackets on one line, except the label of a Markdown link. */
const bracketed = /\[[^[\]\n]{1,120}\](?!\()/g

/**
 * Positions of the placeholders to fill in a text, such as `[nom de l’élu]`. Excludes instructions to the model, in capitals (`[À COMPLÉTER]`), and ticked
 * boxes (`[x]`).
 */
export function blanksOf(text: string): TextRange[] {
  return [...text.matchAll(bracketed)]
    .filter(([words]) => /\p{Ll}/u.test(words) && words !== '[x]')
    .map(({ index, 0: words }) => ({ start: index, end: index + words.length }))
}

/** Next or previous placeholder from the selection; null if there is none on that side. */
export function adjacentBlank(text: string, selected: TextRange, isBackwards: boolean): TextRange | null {
  const blanks = blanksOf(text)
  const found = isBackwards ? blanks.findLast(({ end }) => end <= selected.start) : blanks.find(({ start }) => start >= selected.end)
  return found ?? null
}
