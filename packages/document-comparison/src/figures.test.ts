import { describe, expect, test } from 'vitest'
import { compareDocuments } from './compare.ts'
import { line, one, rows } from './testing/compare.fixture.ts'

describe('tables', () => {
  const before = rows(['Site', 'Surface', 'Passages'], ['Mairie', '1 200 m²', '5'], ['École', '800 m²', '5'], ['Gymnase', '950 m²', '3'])

  test('a cell, a row added, a row removed', () => {
    const after = rows(['Site', 'Surface', 'Passages'], ['Mairie', '1\u202f200 m²', '4'], ['École', '800 m²', '5'], ['Crèche', '310 m²', '5'])
    const { changes, figures } = compareDocuments(before, after)
    expect(changes.map(line)).toEqual([
      'changed: Mairie | 1 200 m² | 5 → Mairie | 1\u202f200 m² | 4',
      'removed: Gymnase | 950 m² | 3',
      'added: Crèche | 310 m² | 5',
    ])
    expect(figures).toEqual([{ before: '5', after: '4', label: 'Mairie, 1\u202f200 m² – Passages', change: 0 }])
  })

  test('a row removed above one that changed, both named by numbers', () => {
    const bands = (...lines: string[][]) => rows(['Quotient', 'Repas'], ...lines)
    const { changes } = compareDocuments(bands(['de 0 à 400 €', '1,00 €'], ['de 401 à 700 €', '2,35 €']), bands(['de 401 à 700 €', '2,38 €']))
    expect(changes.map(line)).toEqual(['removed: de 0 à 400 € | 1,00 €', 'changed: de 401 à 700 € | 2,35 € → de 401 à 700 € | 2,38 €'])
  })

  test('the repeated head of a table cut by a page is not a row', () => {
    const cut = {
      pages: [before.pages[0]!.blocks[0]!].flatMap((block) =>
        block.kind === 'table'
          ? [
              [0, 1, 2],
              [0, 3],
            ].map((positions) => ({ page: 1, blocks: [{ ...block, rows: positions.map((at) => block.rows[at]!) }] }))
          : [],
      ),
    }
    expect(compareDocuments(before, cut).changes).toEqual([])
  })

  test('rows in another order have moved', () => {
    const after = rows(['Site', 'Surface', 'Passages'], ['Gymnase', '950 m²', '3'], ['Mairie', '1 200 m²', '5'], ['École', '800 m²', '5'])
    expect(compareDocuments(before, after).changes.map(({ kind, after: to }) => [kind, to?.text])).toEqual([['moved', 'Gymnase | 950 m² | 3']])
  })
})

describe('words and figures', () => {
  const figuresOf = (before: string, after: string) =>
    compareDocuments(one('paragraph', before), one('paragraph', after)).figures.map((found) => [found.before, found.after, found.after_unit])

  test.each([
    [
      'Le délai est de deux mois, soit 60 jours.',
      'Le délai est de trois mois, soit 90 jours.',
      [
        ['deux', 'trois', 'mois'],
        ['60', '90', 'jours'],
      ],
    ],
    ['Applicable au 1er janvier 2026.', 'Applicable au 1er juillet 2026.', [['1er janvier 2026', '1er juillet 2026', undefined]]],
    [
      'Pour l’année 2019-2020, selon l’article 4.',
      'Pour l’année 2020-2021, selon l’article 5.',
      [
        ['2019', '2020', undefined],
        ['2020', '2021', undefined],
      ],
    ],
    ['Le prix est de 1 000 € (loi n° 2016-360).', 'Le prix est de 1 250,50 € (loi n° 2019-828).', [['1 000 €', '1 250,50 €', undefined]]],
    ['Une part de 50 % est exigée.', 'Une part de 55 % est exigée.', [['50 %', '55 %', undefined]]],
    ['Le conseil a trois membres.', 'Le conseil a 3 membres élus.', []],
    ['Une commission est créée.', 'Une commission spéciale est créée.', []],
  ])('%s → %s', (before, after, expected) => expect(figuresOf(before, after)).toEqual(expected))

  test('words that typography alone changes are not marked', () => {
    const [change] = compareDocuments(one('paragraph', "L'agent « titulaire » est reçu."), one('paragraph', 'L’agent "titulaire" est convoqué.')).changes
    expect(change?.words?.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'reçu' },
      { kind: 'added', text: 'convoqué' },
    ])
  })

  test('a sign that changes the meaning is a change', () => {
    expect(compareDocuments(one('paragraph', 'À 5 °C au plus, 10 % de marge.'), one('paragraph', 'À -5 °C au plus, 10 € de marge.')).changes).toHaveLength(1)
    expect(compareDocuments(one('paragraph', 'Le seuil est de 1,5.'), one('paragraph', 'Le seuil est de 15.')).changes).toHaveLength(1)
  })
})
