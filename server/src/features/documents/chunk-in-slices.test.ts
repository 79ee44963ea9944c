import { expect, test } from 'vitest'
import type { ExtractedBlock, ExtractedPage } from '../../adapters/text-extraction/port.ts'
import { chunkDocument } from '../../retrieval/chunk.ts'
import { chunkInSlices } from './chunk-in-slices.ts'

const page = (number: number, ...blocks: ExtractedBlock[]): ExtractedPage => ({ page: number, label: null, ocr: false, blocks })
const paragraph = (text: string): ExtractedBlock => ({ kind: 'paragraph', text })
const heading = (level: number, text: string): ExtractedBlock => ({ kind: 'heading', level, text })
const prose = (n: number) =>
  paragraph(`Le point numéro ${n} de la délibération traite de la voirie communale. ${'Il décrit les travaux de la rue. '.repeat(12)}`)

test('a document of an ordinary length is cut as chunkDocument cuts it', async () => {
  const pages = [page(1, heading(1, 'Budget'), prose(1), prose(2)), page(2, heading(2, 'Recettes'), prose(3))]
  expect(await chunkInSlices({ title: 'Budget', format: 'txt', pages })).toEqual(chunkDocument({ format: 'txt', title: 'Budget', pages, warnings: [] }))
})

test('a long one keeps its text, its pages, its ranks and its headings from slice to slice', async () => {
  const pages = [page(1, heading(1, 'Recueil'), heading(2, 'Voirie')), ...Array.from({ length: 600 }, (_, i) => page(i + 2, prose(i)))]
  const passages = await chunkInSlices({ title: 'Recueil', format: 'txt', pages })
  expect(passages.map(({ position }) => position)).toEqual(passages.map((_, rank) => rank))
  expect(passages.every(({ section_path }) => section_path.join(' › ') === 'Recueil › Voirie')).toBe(true)
  expect(passages.filter(({ text }) => text.includes('Recueil'))).toEqual([])
  const said = passages.map(({ text }) => text).join('\n')
  for (let i = 0; i < 600; i += 1) expect(said).toContain(`Le point numéro ${i} de la délibération`)
  expect(Math.max(...passages.map(({ page_to }) => page_to ?? 0))).toBe(601)
})

test('a table of thousands of rows keeps its header from slice to slice', async () => {
  const rows = [['Article', 'Montant'], ...Array.from({ length: 3_000 }, (_, i) => [`Dépense ${i} de fonctionnement`, `${i}`])]
  const passages = await chunkInSlices({
    title: 'Budget',
    format: 'xlsx',
    pages: [{ page: null, label: 'Dépenses', ocr: false, blocks: [{ kind: 'table', rows, header: true }] }],
  })
  expect(passages.length).toBeGreaterThan(50)
  expect(passages.every(({ text }) => text.includes('Article | Montant'))).toBe(true)
})

test('passages know their sheet; the headings of one do not lead the next, even from slice to slice', async () => {
  const sheet = (label: string, ...blocks: ExtractedBlock[]): ExtractedPage => ({ page: null, label, ocr: false, blocks })
  const rows = Array.from({ length: 1_500 }, (_, i) => [`Dépense ${i} de fonctionnement`, `${i}`])
  const passages = await chunkInSlices({
    title: 'Budget',
    format: 'ods',
    pages: [sheet('Dépenses', heading(1, 'Section de fonctionnement'), { kind: 'table', rows, header: false }), sheet('Recettes', paragraph('Dotation : 12.'))],
  })
  expect(passages.length).toBeGreaterThan(20)
  expect([...new Set(passages.map(({ section_path }) => section_path.join(' › ')))]).toEqual([
    'Feuille «\u00a0Dépenses\u00a0» › Section de fonctionnement',
    'Feuille «\u00a0Recettes\u00a0»',
  ])
})
