/** Result of a scan. `too_large`: the scanner refuses files of this size. */
export type ScanVerdict = 'clean' | 'infected' | 'too_large'

/** Antivirus scanner. */
export type Antivirus = {
  /** Scans a file. Rejects when the scanner is unreachable, times out, or answers that it could not scan. */
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanVerdict>
  /** Treatment of a file when `scan` rejects. */
  whenDown: 'refuse' | 'accept'
}
