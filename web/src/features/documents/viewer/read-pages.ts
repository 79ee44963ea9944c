import type { LibraryDocument, ReadBlock, ReadPage } from '@parvis/contract'
import { pageNoun } from '../../../ui/words/page-words.ts'

/** « Page 3 », « Diapositive 3 », « Feuille « Budget » »: the words of the sources; the rank where the format has none. */
export function pageTitle({ page, label, position }: Pick<ReadPage, 'page' | 'label' | 'position'>, filename: string): string {
  const quoted = label === null || label === '' ? '' : `«\u00a0${label}\u00a0»`
  if (page !== null) return pageNoun(filename) === 'diapositive' ? `Diapositive\u00a0${page} ${quoted}`.trim() : `Page\u00a0${page}`
  return quoted === '' ? `Partie\u00a0${position + 1}` : `Feuille ${quoted}`
}

/** « Pages », « Diapositives », « Feuilles ». */
export function pagesWord(filename: string): string {
  const noun = pageNoun(filename)
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`
}

/** Amounts, counts, percentages: cells that are read from their last digit. */
export const isNumber = (cell: string): boolean => /^[-+]?\d[\d\s.,]*(?:[%€]|k€)?$/u.test(cell.trim())

/** Pages of several answers, each once, in their order. */
export function inOrder(pages: readonly ReadPage[]): ReadPage[] {
  return [...new Map(pages.map((page) => [page.position, page])).values()].toSorted((a, b) => a.position - b.position)
}

export type Group = { kind: 'list'; items: ReadBlock[] } | { kind: 'one'; block: ReadBlock }

/** Items that follow each other make one list. */
export function groupBlocks(blocks: readonly ReadBlock[]): Group[] {
  const groups: Group[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind !== 'list_item') groups.push({ kind: 'one', block })
    else if (last?.kind === 'list') last.items.push(block)
    else groups.push({ kind: 'list', items: [block] })
  }
  return groups
}

/** How many pages come at once; the server decides, this is where to begin to have those before. */
const atOnce = 20

/** Where to begin to read what stands before a page; null at the beginning. */
export const rankBefore = (first: ReadPage | undefined): number | null =>
  first === undefined || first.position === 0 ? null : Math.max(0, first.position - atOnce)

/** Whether there is no text yet of a document that is to be read. */
export const isAwaited = ({ document, pages }: { document: Pick<LibraryDocument, 'state'>; pages: readonly unknown[] }): boolean =>
  pages.length === 0 && (document.state === 'en_attente' || document.state === 'en_cours')

/** The browser draws the pages of PDF only. */
export const isPdf = (filename: string): boolean => /\.pdf$/i.test(filename)
