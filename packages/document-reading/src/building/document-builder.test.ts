import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDocumentBuilder, looksLikeHeader } from './document-builder.ts'
import { DEFAULT_LIMITS } from '../limits.ts'

describe('looksLikeHeader', () => {
  /** Parses « a|b / c|d » as two rows of two cells. */
  const rowsOf = (text: string) => text.split(' / ').map((row) => row.split('|'))
  test.each([
    ['words above numbers', 'Poste|Montant / Écoles|1 200,50 €', true],
    ['words above amounts in thousands', 'Poste|Montant / Écoles|350 k€', true],
    ['words above dates', 'Acte|Date / Vente|01/02/2024', true],
    ['words above words, on many rows', 'Nom|Service / Agent 0|Voirie / Agent 1|Voirie / Agent 2|Voirie / Agent 3|Voirie', true],
    ['words above words, on few rows', 'Sophie|Dotation de mobilier / MARTIN|Adopté', false],
    ['numbers', '2023|2024 / 1|2', false],
    ['a name twice', 'Montant|Montant / 1|2', false],
    ['an empty name', '|Montant / a|2', false],
    ['nothing below', 'Poste|Montant', false],
    ['years of a budget', 'Poste|2024 réel|2025 BP / Écoles|12|15', true],
    ['a measure', 'Durée|12 mois / Montant|1 200 €', false],
  ])('%s', (_name, rows, expected) => expect(looksLikeHeader(rowsOf(rows))).toBe(expected))

  const measures = ['12 mois', '35 ans', '350 km', '12 ETP', '5 €/m²', '12K€', '1,5 Md€', 'CHF 5', '12h30', '12,5 k€ HT', '3 m2', '120 kWh', '▼ -5 %']
  test.each(measures)('%s is a number with its unit', (cell) =>
    expect(
      looksLikeHeader([
        ['Poste', 'Valeur'],
        ['Écoles', cell],
      ]),
    ).toBe(true),
  )

  const names = ['Article 12', '3 rue Haute', 'Lot 2', '34000 Sète', '1er', '3A', 'T1', '2024 réel']
  test.each(names)('%s is no number', (cell) =>
    expect(
      looksLikeHeader([
        ['Poste', 'Valeur'],
        ['Écoles', cell],
      ]),
    ).toBe(false),
  )
})

describe('the builder', () => {
  test('takes the title of the file when it is one, else the first telling heading', () => {
    const titled = (title: string, headings: string[]) => {
      const builder = createDocumentBuilder(DEFAULT_LIMITS)
      builder.title(title)
      for (const heading of headings) builder.heading(1, heading)
      return builder.finish('pdf').title
    }
    expect(titled('Règlement intérieur', ['Autre'])).toBe('Règlement intérieur')
    expect(titled('Microsoft Word - note.doc', ['Séance publique du 3 mai', 'Vente d’un terrain'])).toBe('Vente d’un terrain')
    expect(titled('', [])).toBeNull()
  })

  test('moves its deadline by the time granted', () => {
    let clock = 0
    const builder = createDocumentBuilder({ ...DEFAULT_LIMITS, softMs: 100 }, () => clock)
    clock = 150
    expect(() => builder.checkTime()).toThrow('lecture trop longue')
    builder.extendTime(100)
    expect(() => builder.checkTime()).not.toThrow()
  })

  test('keeps its deadline when the clock is set forward', () => {
    let clock = 0
    const now = vi.spyOn(Date, 'now').mockImplementation(() => (clock += 86_400_000))
    onTestFinished(() => now.mockRestore())
    const builder = createDocumentBuilder(DEFAULT_LIMITS)
    expect(() => builder.checkTime()).not.toThrow()
  })

  test('writes a heading as long as a paragraph as a paragraph, and drops what is empty', () => {
    const builder = createDocumentBuilder(DEFAULT_LIMITS)
    builder.heading(1, 'x'.repeat(400))
    builder.heading(9, 'profond')
    builder.paragraph(' \u200B ')
    builder.table([[' ', ''], []])
    expect(builder.finish('txt').pages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(['paragraph', 'heading'])
  })
})

test('what the file names is cut and cleaned as its text is, so that the database can keep it', () => {
  const builder = createDocumentBuilder(DEFAULT_LIMITS)
  builder.page(null, { label: `${'a'.repeat(199)}😀` })
  builder.paragraph('Un texte.')
  builder.warn('attachments_ignored', `Fichiers joints\u00a0: annexe\0.odt, ${'a'.repeat(2_000)}`)
  builder.warn('hidden_sheet', `${'a'.repeat(999)}😀`)
  builder.warn('hidden_sheet', 'Feuille \ud83d masquée.')
  builder.heading(1, `${'a'.repeat(199)}😀`)
  const { title, pages, warnings } = builder.finish('ods')
  const kept = [title!, pages[0]!.label!, ...warnings.map(({ message }) => message)]
  expect(kept).toHaveLength(5)
  for (const text of kept) expect([text.includes('\0'), text.isWellFormed()]).toEqual([false, true])
  expect(warnings[0]!.message).toMatch(/^Fichiers joints\u00a0: annexe \.odt, a+$/)
})
