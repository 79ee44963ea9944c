import { createArchive, toDocx, toOdt } from '@parvis/office-writing'

/** Writers of office documents, in one chunk that the browser loads at the first export. */
export const officeWriters = { docx: toDocx, odt: toOdt } as const

export { createArchive }
