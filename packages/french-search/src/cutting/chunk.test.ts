import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExtractedBlock, ExtractedDocument } from '@parvis/document-reading'
import { createAnalyser } from '../language/analyse.ts'
import { chunkDocument, defaultChunkOptions, estimateTokens, splitText } from './chunk.ts'
import { passageTerms } from './index-terms.ts'

const documentOf = (...pages: ExtractedBlock[][]): ExtractedDocument => ({
  format: 'pdf',
  title: 'Règlement',
  warnings: [],
  pages: pages.map((blocks, index) => ({ page: index + 1, label: null, ocr: false, blocks })),
})
const paragraph = (text: string): ExtractedBlock => ({ kind: 'paragraph', text })
const heading = (level: number, text: string): ExtractedBlock => ({ kind: 'heading', level, text })
const sentence = 'Le maire exécute les délibérations du conseil municipal dans les conditions prévues par la loi. '

test('a chunk knows its pages and its headings, and opens with each section', () => {
  const [first, second, ...rest] = chunkDocument(
    documentOf(
      [heading(1, 'Titre I'), heading(2, 'Chapitre 1'), paragraph('Premier texte.')],
      [paragraph('Suite du texte.'), heading(2, 'Chapitre 2'), paragraph('Autre sujet.')],
    ),
  )
  expect(first).toMatchObject({ position: 0, page_from: 1, page_to: 2, section_path: ['Titre I', 'Chapitre 1'], text: 'Premier texte.\nSuite du texte.' })
  expect(second).toMatchObject({ position: 1, page_from: 2, page_to: 2, section_path: ['Titre I', 'Chapitre 2'], text: 'Autre sujet.' })
  expect(rest).toEqual([])
})

test('a long table repeats its header', () => {
  const rows = [['Poste', 'Montant'], ...Array.from({ length: 120 }, (_, index) => [`Subvention ${index}`, `${index * 1000} €`])]
  const passages = chunkDocument(documentOf([{ kind: 'table', rows, header: true }]))
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) expect(text.split('\n')[0]).toBe('Poste | Montant')
  expect(passages.flatMap(({ text }) => text.split('\n')).filter((line) => line.startsWith('Subvention'))).toHaveLength(120)
})

test('boilerplate is shown and not indexed', () => {
  const [only] = chunkDocument(
    documentOf([{ kind: 'paragraph', text: 'Accusé de réception en préfecture', boilerplate: true }, paragraph('Le budget est adopté.')]),
  )
  expect(only!.text).toContain('Accusé de réception')
  expect(only!.search_text).toBe('Le budget est adopté.')
})

test('a passage remembers the last sentence before it, for search only', () => {
  const passages = chunkDocument(documentOf(Array.from({ length: 30 }, (_, index) => paragraph(`Phrase ${index}. ${sentence}`))))
  expect(passages.length).toBeGreaterThan(1)
  expect(passages[1]!.search_text.startsWith(sentence.trim())).toBe(true)
  expect(passages[1]!.text.startsWith('Phrase')).toBe(true)
})

test('a heading without text below is not lost', () => {
  expect(chunkDocument(documentOf([heading(1, 'Annexe sans texte')]))[0]!.text).toBe('Annexe sans texte')
})

test('a hundred thousand sections under a long title share passages, whose terms are short', () => {
  const title = Array.from({ length: 43 }, (_, nth) => `mots${100 + nth}`).join(' ')
  const sections = Array.from({ length: 100_000 }, () => [heading(2, 'a'), paragraph('x1')]).flat()
  const passages = chunkDocument(documentOf([heading(1, title), ...sections]))
  expect(passages.length).toBeLessThan(25_000)
  expect(passages.flatMap(({ text }) => text.split('\n')).filter((line) => line === 'x1')).toHaveLength(100_000)
  const analyser = createAnalyser()
  const longest = passages.reduce((most, passage) => Math.max(most, passageTerms(analyser, title.slice(0, 200), passage).join(' ').length), 0)
  expect(longest).toBeLessThan(700)
})

test('of headings too long together, each gives its first words to the search', () => {
  const long = (word: string) => Array.from({ length: 40 }, (_, nth) => `${word}${nth}`).join(' ')
  const terms = passageTerms(createAnalyser(), long('titre'), { section_path: [long('partie'), 'Cimetière'], search_text: 'Un texte.' })
  expect(terms).toEqual(expect.arrayContaining(['titre0', 'partie0', 'cimeti']))
  expect(terms).not.toContain('partie39')
})

test('a long sentence is cut between words, and never within a number', () => {
  const amounts = Array.from({ length: 60 }, (_, at) => `une aide de ${at + 10} 500,50 € et de ${at + 10}\u00a0750 € pour l’école`).join(' ')
  const parts = splitText(amounts, 50)
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.join(' ')).toBe(amounts)
  for (const part of parts) expect(part).not.toMatch(/\d$|^(?:500|750)/)
  for (const part of splitText('12 500 '.repeat(400).trim(), 100)) expect(part).toMatch(/^\d+(?: \d+)*$/)
  expect(splitText('a'.repeat(1_000), 50).map(({ length }) => length)).toEqual([400, 400, 200])
})

test('any document: no word is lost or repeated, order is kept, no passage is too long', () => {
  const word = fc.constantFrom('commune', 'budget', '12', 'voirie,', 'maire.', 'L. 2121-29', 'M. Dupont', 'écoles', '«', '»')
  const text = fc.array(word, { minLength: 1, maxLength: 400 }).map((words) => words.join(' '))
  const cell = text.map((words) => words.slice(0, 30))
  const row = fc.array(cell, { minLength: 1, maxLength: 4 })
  const block: fc.Arbitrary<ExtractedBlock> = fc.oneof(
    text.map(paragraph),
    text.map((item): ExtractedBlock => ({ kind: 'list_item', text: item })),
    fc.array(row, { minLength: 1, maxLength: 20 }).map((rows): ExtractedBlock => ({ kind: 'table', rows, header: false })),
  )
  const letters = (value: string): string => value.replace(/[^\p{L}\p{N}]/gu, '')
  fc.assert(
    fc.property(fc.array(fc.array(block, { maxLength: 6 }), { maxLength: 4 }), (pages) => {
      const passages = chunkDocument(documentOf(...pages))
      const source = pages
        .flat()
        .map((item) => (item.kind === 'table' ? item.rows.flat().join('') : item.text))
        .join('')
      expect(letters(passages.map((passage) => passage.text).join(''))).toBe(letters(source))
      passages.forEach((passage, index) => {
        expect(passage.position).toBe(index)
        expect(estimateTokens(passage.text)).toBeLessThanOrEqual(defaultChunkOptions.target + defaultChunkOptions.maxTokens)
        expect(passage.page_from! <= passage.page_to!).toBe(true)
      })
    }),
    { numRuns: 40 },
  )
})

test('a passage stands in one sheet or one slide, and says which', () => {
  const sheets = (['Budget', 'Annexes'] as const).map((label) => ({ page: null, label, ocr: false, blocks: [paragraph(`Montants de ${label}.`)] }))
  expect(chunkDocument({ format: 'xlsx', title: null, warnings: [], pages: sheets }).map(({ section_path, text }) => [section_path, text])).toEqual([
    [['Feuille «\u00a0Budget\u00a0»'], 'Montants de Budget.'],
    [['Feuille «\u00a0Annexes\u00a0»'], 'Montants de Annexes.'],
  ])
  const slides = [heading(1, 'Calendrier'), heading(1, 'Suite')].map((title, index) => ({
    page: index + 1,
    label: index === 0 ? null : 'Bilan',
    ocr: false,
    blocks: [title, paragraph('Le conseil vote.')],
  }))
  expect(chunkDocument({ format: 'odp', title: null, warnings: [], pages: slides }).map(({ section_path }) => section_path)).toEqual([
    ['Diapositive\u00a01', 'Calendrier'],
    ['Diapositive\u00a02 «\u00a0Bilan\u00a0»', 'Suite'],
  ])
})
