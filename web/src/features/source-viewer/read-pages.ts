import type { ReadBlock, ReadPage } from '@parvis/contract'

/** « Page 3 », the label of a sheet or slide, or the rank where the format has neither. */
export function pageTitle({ page, label, position }: Pick<ReadPage, 'page' | 'label' | 'position'>): string {
  if (label !== null && label !== '') return label
  return page === null ? `Partie ${position + 1}` : `Page ${page}`
}

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

/** The browser draws the pages of PDF only. */
export const isPdf = (filename: string): boolean => /\.pdf$/i.test(filename)
