/** Returns a token of the text streamed by the model server of the benchmark. Every token is different, so that a lost or repeated byte is detected. */
export function token(index: number): string {
  return ` ${index.toString(36).padStart(4, '0')}`
}

export function wholeText(tokens: number): string {
  return Array.from({ length: tokens }, (_, index) => token(index)).join('')
}
