/** A file of anybody goes in; the letterhead that is understood of it comes out, or why it cannot serve. Node only. */

export { cleanDocx } from './clean-docx.ts'
export { cleanOdt } from './clean-odt.ts'
export { maxLetterheadBytes } from './open-archive.ts'
export { LetterheadRefusal, refusal } from './refusal.ts'
