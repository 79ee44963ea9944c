/** Limits of one extraction. Source of the defaults: trust cases FIC-05, FIC-08, FIC-09. */
export type ExtractionLimits = {
  /** Total inflated size of an archive, in bytes. */
  unzippedBytes: number
  /** Ratio of inflated to stored size of an archive. */
  zipRatio: number
  zipEntries: number
  /** Nesting depth of XML, HTML and RTF. */
  depth: number
  pages: number
  rowsPerSheet: number
  columns: number
  /** Characters extracted, all blocks together; a block counts for at least `MIN_BLOCK_CHARACTERS`. */
  characters: number
  /** Number of pages read by character recognition. */
  ocrPages: number
  /** Processor time after which parsing stops by itself, in milliseconds. */
  softMs: number
  /** Processor time after which the child is killed, in milliseconds. Elapsed time may be ten times as long. */
  killMs: number
  /** Extra milliseconds granted to a page under character recognition. */
  ocrPageMs: number
  /** Resident memory of the child above which it is killed, in bytes. */
  residentBytes: number
}

/** Minimum number of characters that a block counts for: even a short block has a cost. */
export const MIN_BLOCK_CHARACTERS = 40

/** Limits of a quick reading, in milliseconds of processor time. A document that exceeds its time or memory goes to the long lane. */
const QUICK_SOFT_MS = 4_000
const QUICK_KILL_MS = 6_000
/** Leaves room for a long reading and the server, in the 2 GB of `deploy/parvis.service`. */
const QUICK_RESIDENT_BYTES = 384 * 2 ** 20

/** Limits of a quick reading: the given limits, with less time and memory. */
export function quickLimits(limits: ExtractionLimits): ExtractionLimits {
  return {
    ...limits,
    softMs: Math.min(limits.softMs, QUICK_SOFT_MS),
    killMs: Math.min(limits.killMs, QUICK_KILL_MS),
    residentBytes: Math.min(limits.residentBytes, QUICK_RESIDENT_BYTES),
  }
}

export const DEFAULT_LIMITS: ExtractionLimits = {
  unzippedBytes: 200 * 2 ** 20,
  zipRatio: 100,
  zipEntries: 10_000,
  depth: 256,
  pages: 2_000,
  rowsPerSheet: 20_000,
  columns: 256,
  characters: 5_000_000,
  ocrPages: 500,
  softMs: 180_000,
  killMs: 300_000,
  ocrPageMs: 60_000,
  residentBytes: 2 ** 30,
}
