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
