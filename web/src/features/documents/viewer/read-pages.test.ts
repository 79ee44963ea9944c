import type { ReadBlock, ReadPage } from '@parvis/contract'
import { expect, it } from 'vitest'
import { markBlocks } from './block-marks.ts'
import { groupBlocks, mergePages, isUnread, isNumberCell, isPdf, pagesWord, pageTitle, positionBefore } from './read-pages.ts'

const page = (position: number): ReadPage => ({ position, page: position + 1, label: null, ocr: false, blocks: [] })
const block = (kind: ReadBlock['kind'], text: string): ReadBlock => ({ kind, text, is_boilerplate: false, is_highlighted: false })

it('names a page, a slide, a sheet, and a part of what has none', () => {
  expect(pageTitle(page(2), 'Acte.PDF')).toBe('Page\u00a03')
  expect(pageTitle(page(2), 'Bilan.pptx')).toBe('Diapositive\u00a03')
  expect(pageTitle({ position: 1, page: 2, label: 'Budget' }, 'Bilan.odp')).toBe('Diapositive\u00a02 «\u00a0Budget\u00a0»')
  expect(pageTitle({ position: 0, page: null, label: 'Fonctionnement' }, 'Budget.xlsx')).toBe('Feuille «\u00a0Fonctionnement\u00a0»')
  expect(pageTitle({ position: 1, page: null, label: null }, 'Note.docx')).toBe('Partie\u00a02')
})

it('says what comes before and after', () => {
  expect(['Acte.pdf', 'Bilan.odp', 'Budget.XLS', 'Note.docx'].map(pagesWord)).toEqual(['Pages', 'Diapositives', 'Feuilles', 'Pages'])
})

it('knows the cells that are numbers', () => {
  expect(['48250', '1\u202f250,50\u00a0€', '-3', '12 %', '2,4 k€'].map(isNumberCell)).toEqual([true, true, true, true, true])
  expect(['', 'Voirie', '12/03/2026', 'A4', '3 ans'].map(isNumberCell)).toEqual([false, false, false, false, false])
})

it('puts pages in their order, each once', () => {
  expect(mergePages([page(20), page(21), page(1), page(20)]).map(({ position }) => position)).toEqual([1, 20, 21])
})

it('knows where the pages before begin', () => {
  expect([positionBefore(undefined), positionBefore(page(0)), positionBefore(page(7)), positionBefore(page(45))]).toEqual([null, null, 0, 25])
})

it('gathers the items of a list', () => {
  const groups = groupBlocks([block('paragraph', 'a'), block('list_item', 'b'), block('list_item', 'c'), block('heading', 'd'), block('list_item', 'e')])
  expect(groups.map((group) => (group.kind === 'list' ? group.items.length : group.block.text))).toEqual(['a', 2, 'd', 1])
})

it('waits for the text of a document that is to be read, not for that of one which gave none', () => {
  const waits = (state: 'en_attente' | 'en_cours' | 'indexe' | 'echec', pages: ReadPage[] = []) => isUnread({ document: { state }, pages })
  expect([waits('en_attente'), waits('en_cours'), waits('indexe'), waits('echec')]).toEqual([true, true, false, false])
  // While a document is read again, its previous text is still shown.
  expect(waits('en_cours', [page(0)])).toBe(false)
})

it('draws PDF only', () => expect(['a.PDF', 'a.pdf.docx', 'pdf'].map(isPdf)).toEqual([true, false, false]))

it('marks the cited part of a block, and in it the sentence that answers', () => {
  const text = 'Avant. La caution est de 150 euros. Elle est rendue au départ. Après.'
  const cited: ReadBlock = { ...block('paragraph', text), is_highlighted: true, cited: { from: 7, to: 62 } }
  const same = block('paragraph', text)
  const marks = markBlocks([{ ...page(0), blocks: [same, cited] }], { quotes: [], claims: ['une caution de 150 euros'] })
  expect(marks.get(same)).toBeUndefined()
  expect(marks.get(cited)!.map(({ from, to, isAnswering }) => [text.slice(from, to), isAnswering])).toEqual([
    ['La caution est de 150 euros.', true],
    [' Elle est rendue au départ.', false],
  ])
})

it('marks the cited rows of a table, and the one that answers', () => {
  const rows = [
    ['Quartier', 'Jour'],
    ['Tilleuls', 'mardi'],
    ['Gare', 'jeudi'],
    ['Gare', 'jeudi'],
  ]
  const table: ReadBlock = { ...block('table', ''), rows, has_header: true, is_highlighted: true, cited: { from: 1, to: 3 } }
  const marks = markBlocks([{ ...page(0), blocks: [table] }], { quotes: ['Gare'], claims: [] })
  expect(marks.get(table)).toEqual([
    { from: 1, to: 2, isAnswering: false },
    { from: 2, to: 3, isAnswering: true },
  ])
})
