/** A report goes in, set into a letterhead; a Word or OpenDocument file comes out, or an archive of several. Runs in a browser as in Node. */

export { createArchive } from './archive.ts'
export { toDocx } from './docx/docx.ts'
export { toOdt } from './odt/odt.ts'
export type { Report } from './report.ts'
