import type { PromptChoice } from '@parvis/contract'
import { expect, it } from 'vitest'
import { searchPrompts } from './search-prompts.ts'

const choice = (name: string, origin: PromptChoice['origin'], beginning = ''): PromptChoice => ({ id: name, name, origin, beginning })
const all = [
  choice('Convocation', 'own', 'Rédigez un compte rendu'),
  choice('Compte rendu de réunion', 'own'),
  choice('Résumer', 'shared', 'Résumez le document'),
  choice('COMPTE ADMINISTRATIF', 'shared'),
]
const found = (search: string) => searchPrompts(all, search).map(({ title, choices }) => `${title}: ${choices.map(({ name }) => name).join(', ')}`)

it('nothing looked for: everything, one’s own first', () => {
  expect(found(' ')).toEqual(['Vos prompts: Convocation, Compte rendu de réunion', 'Prompts partagés: Résumer, COMPTE ADMINISTRATIF'])
})

it('every word is held, whatever the accents, the capitals and the order; names come before first words', () => {
  expect(found('compte')).toEqual(['Vos prompts: Compte rendu de réunion, Convocation', 'Prompts partagés: COMPTE ADMINISTRATIF'])
  expect(found('reunion COMPTE')).toEqual(['Vos prompts: Compte rendu de réunion'])
  expect(found('resumez')).toEqual(['Prompts partagés: Résumer'])
  expect(found('introuvable')).toEqual([])
})
