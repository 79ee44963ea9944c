/** A file goes in; blocks of text with their page come out, or a reason in French that the person can act on. */

export { createTextExtractor } from './extractor.ts'
export type { ExtractionLimits } from './limits.ts'
export * from './port.ts'
