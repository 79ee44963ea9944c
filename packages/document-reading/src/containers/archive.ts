/** What opens an office file without believing it: its archive within limits, its XML without entities. For who writes such files. */

export { ExtractionError } from '../failure.ts'
export { DEFAULT_LIMITS } from '../limits.ts'
export { localName, readXmlPart } from './xml.ts'
export { openZip } from './zip.ts'
export type { BoundedZip } from './zip.ts'
