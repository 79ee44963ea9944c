/** Compares two versions of a document: what was added, removed, changed and moved, and the figures that changed. */

export { compareDocuments, trackChanges } from './compare.ts'
export { compareWords } from './words.ts'
export { compareInThread } from './thread/compare-in-thread.ts'
export type {
  Change,
  ChangeKind,
  ChangeSide,
  ComparedBlock,
  ComparedDocument,
  ComparedPage,
  Comparison,
  FigureChange,
  Step,
  TrackedComparison,
  Unit,
  WordPart,
} from './types.ts'
