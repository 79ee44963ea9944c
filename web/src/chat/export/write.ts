import { createArchive, toDocx, toOdt } from '@parvis/office-writing'

/** The writers of office documents, in one file that the browser loads at the first export. */
export const write = { docx: toDocx, odt: toOdt } as const

export { createArchive }
