import { expect, it, test } from 'vitest'
import { withNoBreakSpaces } from './text.ts'

const shown = (text: string) => withNoBreakSpaces(text).replaceAll('\u00a0', '_')

it('keeps the digits of a number together, and a number with its unit', () => {
  expect(shown('Un total de 1 234 567,89 € pour 12 000 repas')).toBe('Un total de 1_234_567,89_€ pour 12_000 repas')
  expect(shown('soit 45 % du service, 3 km et 20 min')).toBe('soit 45_% du service, 3_km et 20_min')
  expect(shown('1 300 euros')).toBe('1_300_euros')
})

test.each([
  ['un ; deux : trois ! quatre ?', 'un_; deux_: trois_! quatre_?'],
  ['dit « oui » ; (« non ? »)', 'dit «_oui_»_; («_non_?_»)'],
  // Parts of a sentence that is partly bold.
  [' : suite « ', '_: suite «_'],
])('keeps the signs of French with their words: %s', (text, expected) => expect(shown(text)).toBe(expected))

it('leaves the other spaces to the line', () => {
  for (const text of ['article 12 du code', 'le 14 mars 2026', 'de 600 à 1', '5 salles', '2 tables', 'les 3 1234', 'sans nombre', 'a :b', 'https ://a'])
    expect(shown(text)).toBe(text)
})

it('leaves what already is as it should be', () =>
  expect(withNoBreakSpaces('1\u202f300\u00a0€\u00a0; «\u00a0oui\u00a0»')).toBe('1\u202f300\u00a0€\u00a0; «\u00a0oui\u00a0»'))
