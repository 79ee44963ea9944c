/** `too_large`: the scanner looks at no file of this size. */
export type Verdict = 'clean' | 'infected' | 'too_large'

/** What the application asks of an antivirus: a verdict on bytes. */
export type Antivirus = {
  /** Rejects when the scanner cannot be reached, does not answer in time, or answers that it could not look. */
  scan(content: AsyncIterable<Uint8Array>): Promise<Verdict>
  /** What becomes of a file when `scan` rejects. */
  whenDown: 'refuse' | 'accept'
}
