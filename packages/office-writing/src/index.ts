/** Writes a report in a letterhead as a Word or OpenDocument file, or several in an archive. Runs in browsers and in Node. */

export { createArchive } from './archive.ts'
export { plainLetterhead, toDocx } from './docx/docx.ts'
export { plainOdtLetterhead, toOdt } from './odt/odt.ts'
export type { DocumentReport } from './fill-letterhead.ts'
