/** Turns an untrusted file into a safe letterhead, or refuses it with a reason. Node only. */

export { cleanDocx } from './clean-docx.ts'
export { cleanOdt } from './clean-odt.ts'
export { maxLetterheadBytes } from './open-archive.ts'
export { LetterheadRefusal, refusal } from './open-archive.ts'
