import { expect, it } from 'vitest'
import { adjacentBlank, blanksOf } from './write-in-field.ts'

const words = (text: string) => blanksOf(text).map(({ start, end }) => text.slice(start, end))

it('what is to be filled stands in brackets and holds a small letter', () => {
  expect(words('Écrivez à [nom de l’élu] avant le [date], [N° du dossier].')).toEqual(['[nom de l’élu]', '[date]', '[N° du dossier]'])
  expect(words('[é]')).toEqual(['[é]'])
})

it('instructions in capitals, empty brackets, ticked boxes, links and brackets of several lines are not to be filled', () => {
  for (const text of [
    '[À COMPLÉTER]',
    '[NOM]',
    '[1]',
    '[]',
    '- [x] fait',
    '- [ ] à faire',
    '[texte](https://exemple.fr)',
    '[deux\nlignes]',
    '[ouvert',
    `[${'a'.repeat(121)}]`,
  ])
    expect([text, words(text)]).toEqual([text, []])
})

it('of brackets inside others, the inner ones', () => expect(words('[le [nom] de]')).toEqual(['[nom]']))

it('one goes from each to the next and back, and out at both ends', () => {
  const text = 'Le [jour], à [lieu].'
  const [first, second] = blanksOf(text)
  expect(adjacentBlank(text, { start: 0, end: 0 }, false)).toEqual(first)
  expect(adjacentBlank(text, first!, false)).toEqual(second)
  expect(adjacentBlank(text, second!, false)).toBeNull()
  expect(adjacentBlank(text, second!, true)).toEqual(first)
  expect(adjacentBlank(text, first!, true)).toBeNull()
  expect(adjacentBlank(text, { start: 4, end: 4 }, false)).toEqual(second)
})
