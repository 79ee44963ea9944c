import type { LibraryDocument, ReadBlock, ReadPage } from '@parvis/contract'
import { pageNoun } from '../../../ui/words/file-names.ts'

/** « Page 3 », « Diapositive 3 », « Feuille « Budget » », as in the sources; « Partie 3 » when the format has no pages. */
export function pageTitle({ page, label, position }: Pick<ReadPage, 'page' | 'label' | 'position'>, filename: string): string {
  const quotedLabel = label === null || label === '' ? '' : `«\u00a0${label}\u00a0»`
  if (page !== null) return pageNoun(filename) === 'diapositive' ? `Diapositive\u00a0${page} ${quotedLabel}`.trim() : `Page\u00a0${page}`
  return quotedLabel === '' ? `Partie\u00a0${position + 1}` : `Feuille ${quotedLabel}`
}

/** « Pages », « Diapositives », « Feuilles ». */
export function pagesWord(filename: string): string {
  const noun = pageNoun(filename)
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`
}

/** Whether a cell is an amount, a count or a percentage, and is thus right-aligned. */
export const isNumberCell = (cell: string): boolean => /^[-+]?\d[\d\s.,]*(?:[%€]|k€)?$/u.test(cell.trim())

/** Merges the pages of several responses, without duplicates, in order. */
export function mergePages(pages: readonly ReadPage[]): ReadPage[] {
  return [...new Map(pages.map((page) => [page.position, page])).values()].toSorted((a, b) => a.position - b.position)
}

type BlockGroup = { kind: 'list'; items: ReadBlock[] } | { kind: 'one'; block: ReadBlock }

/** Groups consecutive list items into lists. */
export function groupBlocks(blocks: readonly ReadBlock[]): BlockGroup[] {
  const groups: BlockGroup[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind !== 'list_item') groups.push({ kind: 'one', block })
    else if (last?.kind === 'list') last.items.push(block)
    else groups.push({ kind: 'list', items: [block] })
  }
  return groups
}

/** Number of pages that one response has, as set by the server; used to compute the start of the previous ones. */
const pagesPerResponse = 20

/** Returns the position from which to load the pages before `first`; null at the beginning of the document. */
export const positionBefore = (first: ReadPage | undefined): number | null =>
  first === undefined || first.position === 0 ? null : Math.max(0, first.position - pagesPerResponse)

/** Whether a document has no text yet but is queued or being read. */
export const isUnread = ({ document, pages }: { document: Pick<LibraryDocument, 'state'>; pages: readonly unknown[] }): boolean =>
  pages.length === 0 && (document.state === 'en_attente' || document.state === 'en_cours')

/** Whether the viewer can draw the pages: only PDF is supported. */
export const isPdf = (filename: string): boolean => /\.pdf$/i.test(filename)
