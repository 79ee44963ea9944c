import { toDocx } from './docx.ts'
import { toOdt } from './odt.ts'

/** The writers of office documents, in one file that the browser loads at the first export. */
export const write = { docx: toDocx, odt: toOdt } as const
