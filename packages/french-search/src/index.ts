/** Splits documents into passages, and ranks the passages that answer a message as people write it. No storage, no network. */

// Analysis of the language and of questions.
export { ANALYSIS_VERSION, createAnalyser } from './language/analyse.ts'
export type { Analyser } from './language/analyse.ts'
export { chatter, plainForm } from './language/asking-words.ts'
export { fold, normalise } from './language/normalise.ts'
export { claimedQuotations } from './language/quotation-claims.ts'
export { checkQuotations } from './language/quotes.ts'
export { questionWords, stopWords } from './language/stop-words.ts'
export { createQuestionReader } from './language/read-questions.ts'
export type { SearchQuestion, MessageReading } from './language/read-questions.ts'

// Splitting of documents into passages, with their terms.
export { blockTexts, defaultChunkOptions, estimateTokens, splitText, sheetOrSlideName } from './cutting/chunk.ts'
export { createPassageCutter } from './cutting/cutting.ts'
export type { CutRequest } from './cutting/cutting.ts'
export type { PassageBatch } from './cutting/cutting-worker.ts'

// Vectors, as needed by a model server.
export { directionEncoding } from './vectors/byte-vectors.ts'
export { measureBaseline, probeSentences } from './vectors/probe.ts'

// The index, in a thread, and its ranking.
export { startIndex } from './index/index-client.ts'
export type { AddedDocument } from './index/index-worker.ts'
export type { IndexQuery } from './index/search-passages.ts'

// The ranking of candidates that another engine chooses.
export { BREAK_ID, FIELD_BREAK, headingTerms } from './cutting/index-terms.ts'
export { articleSection } from './ranking/article-sections.ts'
export { MAX_TERM_COUNT, termScore } from './ranking/bm25.ts'
export { applyStandIns, questionShare, weighTerms } from './ranking/question-terms.ts'
export type { QuestionTerms, TermStatistics } from './ranking/question-terms.ts'
export { lexicalScorer, rankPassages } from './ranking/rank-passages.ts'
export type { Candidate } from './ranking/rank-passages.ts'
export { createMeaningVectors } from './index/meaning-vectors.ts'
export type { MeaningVectors } from './index/meaning-vectors.ts'
export { MIN_SCORE, defaultRankingWeights, MIN_RELEVANCE, MIN_STORY_RELEVANCE } from './ranking/ranking.ts'
export type { RankingWeights } from './ranking/ranking.ts'

// From a message to candidates, then to excerpts for a prompt.
export { searchIndex, createMessageSearch } from './results/message-search.ts'
export { MAX_QUESTIONS } from './results/formulations.ts'
export { choosePassages, COMPARABLE_SHARE, joinNeighbours } from './results/passages.ts'
export type { SearchHit } from './results/passages.ts'
