/** The text that the bench's model server streams: every token is different, so that a lost or repeated byte shows. */
export function token(index: number): string {
  return ` ${index.toString(36).padStart(4, '0')}`
}

export function wholeText(tokens: number): string {
  return Array.from({ length: tokens }, (_, index) => token(index)).join('')
}
