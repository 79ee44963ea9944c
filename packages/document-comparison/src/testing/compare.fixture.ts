import type { Change, ComparedBlock, ComparedDocument } from '../types.ts'

/** Writes a change on one line: « changed: old → new ». */
export const line = ({ kind, before, after }: Pick<Change, 'kind'> & { before: { text: string } | null; after: { text: string } | null }) =>
  `${kind}: ${[before?.text, after?.text].filter((text) => text !== undefined).join(' → ')}`

export const paragraph = (text: string): ComparedBlock => ({ kind: 'paragraph', text })
export const one = (kind: 'paragraph' | 'list_item', ...texts: string[]): ComparedDocument => ({
  pages: [{ page: null, blocks: texts.map((text) => ({ kind, text })) }],
})
export const rows = (...lines: string[][]): ComparedDocument => ({ pages: [{ page: null, blocks: [{ kind: 'table', header: true, rows: lines }] }] })
