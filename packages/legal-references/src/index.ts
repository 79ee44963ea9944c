export { findReferences, type FindOptions } from './find-references.ts'
export type { LegalReference } from './reading-state.ts'
export { legalCodes, type LegalCode } from './codes.ts'
