import { describe, expect, it } from 'vitest'
import { lineFractions, boundsOf, normalizeLetters, joinBoxes, splitSpans } from './highlight.ts'

/** Returns the indexes of the text items that are marked entirely. */
const piecesOfPassage = (pieces: readonly string[], passage: string): Set<number> =>
  new Set(
    splitSpans(pieces, { text: passage, parts: [], share: 0 }).flatMap(({ item, level, from, to }) =>
      level > 0 && from === 0 && to === pieces[item]!.length ? [item] : [],
    ),
  )

/** Returns the marked text of each item, with the answering part apart. */
const marked = (pieces: readonly string[], passage: string, answering = '', share = 0) =>
  splitSpans(pieces, {
    text: passage,
    parts: answering === '' ? [] : [{ from: passage.indexOf(answering), to: passage.indexOf(answering) + answering.length }],
    share,
  }).flatMap(({ item, from, to, level }) => (level > 0 ? [[level, pieces[item]!.slice(from, to)]] : []))

describe('the pieces of a passage', () => {
  const pieces = [
    'Ville de Valmont',
    'Article 2 – Le conseil ',
    'municipal approuve la déli-',
    'bération relative au budget',
    ' primitif.',
    'Page 3',
    'Article 3 – Autre chose entièrement.',
  ]

  it('are found across lines, hyphens, accents and capitals', () => {
    expect(marked(pieces, 'LE CONSEIL municipal approuve la délibération relative au budget primitif.')).toEqual([
      [1, 'Le conseil '],
      [1, 'municipal approuve la déli-'],
      [1, 'bération relative au budget'],
      [1, ' primitif.'],
    ])
  })

  it('are found although a running head cuts the passage', () => {
    const cut = ['le conseil municipal approuve le budget de la commune', 'Ville de Valmont', 'et autorise le maire à signer la convention annexée']
    expect([...piecesOfPassage(cut, 'le conseil municipal approuve le budget de la commune et autorise le maire à signer la convention annexée')]).toEqual([
      0, 2,
    ])
  })

  it('are none on another page, nor for a passage without letters', () => {
    expect(piecesOfPassage(pieces, 'Le marché de restauration scolaire est attribué à la société.').size).toBe(0)
    expect(piecesOfPassage(pieces, ' — ').size).toBe(0)
  })

  it('are not a formula that the page repeats in its margin', () => {
    const page = [
      'Registre du conseil municipal de la ville de Valmont',
      'Convoqué le 17 avril, le conseil municipal de la ville de Valmont s’est réuni en mairie sous la présidence du maire.',
    ]
    expect([...piecesOfPassage(page, page[1]!)]).toEqual([1])
  })

  it('of a short passage must agree whole', () => {
    expect([...piecesOfPassage(pieces, 'Page 3')]).toEqual([5])
    expect(piecesOfPassage(pieces, 'Page 4').size).toBe(0)
  })
})

describe('a mark', () => {
  it('begins and ends where the passage does, inside a line', () => {
    const line = ['Vu le code ; le conseil municipal approuve le budget primitif. La séance est levée à vingt heures.']
    expect(marked(line, 'Le conseil municipal approuve le budget primitif.')).toEqual([[1, 'le conseil municipal approuve le budget primitif. ']])
  })

  it('is stronger on the part that answers, and nowhere else', () => {
    const lines = ['Trois jours au plus.', 'Le télétravail est limité à trois jours par semaine et ', 'demande l’accord du chef de service.']
    expect(marked(lines, lines.slice(1).join(''), 'trois jours')).toEqual([
      [1, 'Le télétravail est limité à '],
      [2, 'trois jours '],
      [1, 'par semaine et '],
      [1, 'demande l’accord du chef de service.'],
    ])
  })

  it('is on one of several identical lines: the nearest to where the passage stands on its page', () => {
    const line = 'La redevance est due le premier jour du mois.'
    const page = ['Halle A', line, 'Halle B', line, 'Halle C', line]
    expect(splitSpans(page, { text: line, parts: [], share: 0.4 }).flatMap(({ item, level }) => (level > 0 ? item : []))).toEqual([3])
  })

  it('is on the second of two identical lines of the passage where that one answers', () => {
    const [first, same, third] = [
      'Quartier des Tilleuls : collecte le mardi matin. ',
      'Collecte supplémentaire en été. ',
      'Quartier de la Gare : collecte le jeudi soir. ',
    ]
    const passage = [first, same, third, same].join('')
    const from = passage.lastIndexOf(same!)
    const spans = splitSpans([first!, same!, third!, same!], { text: passage, parts: [{ from, to: passage.length }], share: 0 })
    expect(spans.flatMap(({ item, level }) => (level === 2 ? item : []))).toEqual([3])
  })

  it('follows ligatures, soft hyphens and letters written with two signs', () => {
    expect(marked(['L’oﬃce eﬀec\u00adtue la pre\u0301paration des œuvres'], 'l’office effectue la préparation des oeuvres')).toEqual([
      [1, 'L’oﬃce eﬀec\u00adtue la pre\u0301paration des œuvres'],
    ])
  })

  it('knows where a part of a line stands', () => {
    expect(lineFractions('abab', 0, 4)).toEqual([0, 1])
    expect(lineFractions('abab', 2, 4)).toEqual([0.5, 1])
    const [start] = lineFractions('iiiiMM', 4, 6)
    expect(start).toBeLessThan(0.5)
  })
})

it('compares ligatures with the letters they stand for', () => expect(normalizeLetters('eﬃcace, ÉTÉ, Œuvre')).toBe('efficaceeteoeuvre'))

it('bounds boxes', () => {
  expect(boundsOf([])).toBeNull()
  expect(
    boundsOf([
      { x: 5, y: 10, width: 20, height: 8 },
      { x: 2, y: 20, width: 4, height: 8 },
    ]),
  ).toEqual({ x: 2, y: 10, width: 23, height: 18 })
})

it('joins the boxes of a line, and leaves columns apart', () => {
  const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
  expect(joinBoxes([box(0, 0, 50, 10), box(53, 1, 20, 9)])).toEqual([box(0, 0, 73, 10)])
  expect(joinBoxes([box(0, 0, 50, 10), box(300, 0, 20, 10)])).toHaveLength(2)
  expect(joinBoxes([box(0, 0, 50, 10), box(0, 14, 20, 10)])).toHaveLength(2)
})
