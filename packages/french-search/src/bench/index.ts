/** Reads sets of questions with their expected answers, and measures a ranking against them. */

export { FIELD_BREAK } from '../cutting/index-terms.ts'
export { splitSentences } from '../language/sentences.ts'
export { asDocument, readJsonLines } from './bench-sets.ts'
export type { CorpusEntry, BenchQuery } from './bench-sets.ts'
export { mean, measuresOf, percentile } from './bench-sets.ts'
export type { RankingMeasures } from './bench-sets.ts'
