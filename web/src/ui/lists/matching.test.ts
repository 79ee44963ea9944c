import { expect, it } from 'vitest'
import { fold, isFound } from './matching.ts'

it('forgets accents and capitals', () => {
  expect(fold('ÉCOLE Ça où Cœur ŒUVRE')).toBe('ecole ca ou coeur oeuvre')
  expect(fold('de\u0301libe\u0301ration')).toBe(fold('Délibération'))
})

it('finds in any of the texts', () => {
  expect(isFound(' strategie ', ['Budget', 'Pilotage et Stratégie'])).toBe(true)
  expect(isFound('cœur', ['un COEUR'])).toBe(true)
  expect(isFound('absent', ['Budget'])).toBe(false)
  for (const search of ['l’eau', "l'eau"]) expect(isFound(search, ['Régie de l’eau']) && isFound(search, ["REGIE DE L'EAU"])).toBe(true)
  expect(isFound('  ', ['Budget'])).toBe(true)
})

it.each([
  ['Budget de 12\u202f500 €', '12500', '12 500', '12.500'],
  ['Article L. 2121-29', 'L2121-29', 'L 2121-29', 'l.2121'],
  ['Charte du télétravail', 'télé-travail', 'teletravail'],
  ['Micro-crèches', 'microcrèche', 'micro-crèche'],
])('finds « %s » however it is written', (text, ...searches) => {
  for (const search of searches) expect(isFound(search, [text]), search).toBe(true)
})
