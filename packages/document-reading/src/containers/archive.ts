/** Safe opening of office files: the archive within size limits, the XML without entities. Used by code that writes such files, or reads other archives. */

export { ExtractionError } from '../failure.ts'
export { DEFAULT_LIMITS } from '../limits.ts'
export { localName, readXmlPart } from './xml.ts'
export { openZip, openZipFile } from './zip.ts'
export type { BoundedZip, BoundedZipFile } from './zip.ts'
