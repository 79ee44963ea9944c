import type { Range } from './blanks.ts'

/** Where a message is written. */
export type Field = HTMLTextAreaElement

/** Puts a text in the place of another, as if it had been typed: Ctrl + Z takes it back. */
export function replaceText(field: Field, { start, end }: Range, text: string): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  // Deprecated, and the only call that a browser can undo.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A text as the field holds it. */
export const fitting = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Selects a part of the text, and brings it into view: browsers do not. */
export function selectText(field: Field, { start, end }: Range): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  // The field has grown by then.
  requestAnimationFrame(() => {
    field.scrollTop = heightBefore(field, start) - field.clientHeight / 2
  })
}

/** How far down a place of the text is, measured on a copy that nobody sees. */
function heightBefore(field: HTMLTextAreaElement, place: number): number {
  const copy = field.cloneNode() as HTMLTextAreaElement
  copy.removeAttribute('id')
  copy.setAttribute('aria-hidden', 'true')
  copy.tabIndex = -1
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', height: '0', width: `${field.offsetWidth}px`, flex: 'none' })
  copy.value = field.value.slice(0, place)
  field.after(copy)
  const height = copy.scrollHeight
  copy.remove()
  return height
}
