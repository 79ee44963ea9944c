import { expect, it } from 'vitest'
import { foldText, matchesSearch } from './matching.ts'

it('forgets accents and capitals', () => {
  expect(foldText('ÉCOLE Ça où Cœur ŒUVRE')).toBe('ecole ca ou coeur oeuvre')
  expect(foldText('de\u0301libe\u0301ration')).toBe(foldText('Délibération'))
})

it('finds in any of the texts', () => {
  expect(matchesSearch(' strategie ', ['Budget', 'Pilotage et Stratégie'])).toBe(true)
  expect(matchesSearch('cœur', ['un COEUR'])).toBe(true)
  expect(matchesSearch('absent', ['Budget'])).toBe(false)
  for (const search of ['l’eau', "l'eau"]) expect(matchesSearch(search, ['Régie de l’eau']) && matchesSearch(search, ["REGIE DE L'EAU"])).toBe(true)
  expect(matchesSearch('  ', ['Budget'])).toBe(true)
})

it.each([
  ['Budget de 12\u202f500 €', '12500', '12 500', '12.500'],
  ['Article L. 2121-29', 'L2121-29', 'L 2121-29', 'l.2121'],
  ['Charte du télétravail', 'télé-travail', 'teletravail'],
  ['Micro-crèches', 'microcrèche', 'micro-crèche'],
])('finds « %s » however it is written', (text, ...searches) => {
  for (const search of searches) expect(matchesSearch(search, [text]), search).toBe(true)
})
