import type { ReadBlock, ReadPage } from '@parvis/contract'
import { expect, it } from 'vitest'
import { groupBlocks, inOrder, isPdf, pageTitle, rankBefore } from './read-pages.ts'

const page = (position: number): ReadPage => ({ position, page: position + 1, label: null, ocr: false, blocks: [] })
const block = (kind: ReadBlock['kind'], text: string): ReadBlock => ({ kind, text, is_boilerplate: false, is_highlighted: false })

it('names a page, a sheet, and a part of what has neither', () => {
  expect(pageTitle(page(2))).toBe('Page 3')
  expect(pageTitle({ position: 0, page: 1, label: 'Fonctionnement' })).toBe('Fonctionnement')
  expect(pageTitle({ position: 1, page: null, label: null })).toBe('Partie 2')
})

it('puts pages in their order, each once', () => {
  expect(inOrder([page(20), page(21), page(1), page(20)]).map(({ position }) => position)).toEqual([1, 20, 21])
})

it('knows where the pages before begin', () => {
  expect([rankBefore(undefined), rankBefore(page(0)), rankBefore(page(7)), rankBefore(page(45))]).toEqual([null, null, 0, 25])
})

it('gathers the items of a list', () => {
  const groups = groupBlocks([block('paragraph', 'a'), block('list_item', 'b'), block('list_item', 'c'), block('heading', 'd'), block('list_item', 'e')])
  expect(groups.map((group) => (group.kind === 'list' ? group.items.length : group.block.text))).toEqual(['a', 2, 'd', 1])
})

it('draws PDF only', () => expect(['a.PDF', 'a.pdf.docx', 'pdf'].map(isPdf)).toEqual([true, false, false]))
