import { expect, it } from 'vitest'
import { isFigure, keepFigures } from './figures.ts'

const shown = (text: string) => keepFigures(text).replaceAll('\u00a0', '_')

it('keeps the digits of a number together, and a number with its unit', () => {
  expect(shown('Un total de 1 234 567,89 € pour 12 000 repas')).toBe('Un total de 1_234_567,89_€ pour 12_000 repas')
  expect(shown('soit 45 % du service, 3 km et 20 min')).toBe('soit 45_% du service, 3_km et 20_min')
  expect(shown('1 300 euros')).toBe('1_300_euros')
})

it('leaves the other spaces to the line', () => {
  for (const text of ['article 12 du code', 'le 14 mars 2026', 'de 600 à 1', '5 salles', '2 tables', 'les 3 1234', 'sans nombre'])
    expect(shown(text)).toBe(text)
})

it('leaves what already is as it should be', () => expect(keepFigures('1\u202f300\u00a0€')).toBe('1\u202f300\u00a0€'))

it('tells a cell that is a figure from one that is words', () => {
  for (const text of ['1,00 €', '1 300 €', '-4,5 %', '12', '112 400 € HT', '14/03/2026', '8 h', '< 600']) expect(isFigure(text), text).toBe(true)
  for (const text of ['Quotient de 600 à 1 200', '14 mars 2026', '3 agents communaux', '', 'Sans aide', '1 route très longue'])
    expect(isFigure(text), text).toBe(false)
})
