import type { ExtractionLimits } from '../limits.ts'
import type { ExtractionResult } from '../port.ts'

/** To the child. The `size` bytes of the document follow on its standard input: it may open no file. */
export type ParseRequest = { id: number; filename: string; size: number; limits: ExtractionLimits }

/** From the child. `slow_page` asks for time to recognise one page. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'slow_page'; id: number }
  | { type: 'result'; id: number; result: ExtractionResult }
