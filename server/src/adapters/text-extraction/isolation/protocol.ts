import type { ExtractionLimits } from '../limits.ts'
import type { ExtractionResult, RecognisedPage } from '../port.ts'

/**
 * To the child, on its standard input: one line of JSON, then the `size` bytes of the document, for it may open no file.
 * Not the channel of Node between processes: what a captured child writes there can end its parent.
 */
export type ParseRequest = {
  id: number
  filename: string
  size: number
  limits: ExtractionLimits
  /** False to give up at the first image of text. */
  recognise: boolean
  recognised: readonly RecognisedPage[]
}

/** From the child, on its standard output, a line of JSON each. `slow_page` asks for time to recognise one page. */
export type ChildMessage =
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'slow_page'; id: number }
  | { type: 'recognised'; id: number; page: RecognisedPage; ms: number }
  | { type: 'result'; id: number; result: ExtractionResult }

/** Bytes of the longest line that a child may send: five million characters in the smallest of table cells. */
export const MAX_MESSAGE_BYTES = 256 * 2 ** 20
