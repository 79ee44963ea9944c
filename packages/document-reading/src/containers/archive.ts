/** Safe opening of office files: the archive within size limits, the XML without entities. Used by code that writes such files. */

export { ExtractionError } from '../failure.ts'
export { DEFAULT_LIMITS } from '../limits.ts'
export { localName, readXmlPart } from './xml.ts'
export { openZip } from './zip.ts'
export type { BoundedZip } from './zip.ts'
