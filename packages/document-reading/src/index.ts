/** Reads a file as blocks of text with their page, or gives a reason in French that the person can act on. */

export { createTextExtractor } from './extractor.ts'
export type { ExtractionLimits } from './limits.ts'
export * from './port.ts'
