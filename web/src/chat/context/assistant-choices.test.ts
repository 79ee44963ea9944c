import type { Assistant } from '@parvis/contract'
import { expect, it } from 'vitest'
import { assistantChoices } from './assistant-choices.ts'

const one = (name: string, description = '', category = 'Actes') => ({ id: name, name, description, category: { name: category } }) as Assistant
const all = [one('Courriers', 'Répond aux usagers'), one('Délibérations', 'Rédige'), one('Notes', 'Résume une délibération'), one('Réponses', '', 'Courriers')]
const shown = (own: string[], search: string) =>
  assistantChoices(all, own, search).map(({ title, choices }) => `${title}: ${choices.map(({ id }) => id).join(', ')}`)

it('begin with those that the person knows, in their order, each once; one that is not there is left out', () => {
  expect(shown(['Notes', 'Ancien', 'Courriers'], ' ')).toEqual(['Vos assistants: Notes, Courriers', 'Autres assistants: Délibérations, Réponses'])
  expect(shown([], '')).toEqual([': Courriers, Délibérations, Notes, Réponses'])
  expect(assistantChoices([], [], '')).toEqual([])
})

it('are looked for by name, then by what they are for, whatever the accents', () => {
  expect(shown(['Notes'], 'deliberation')).toEqual([': Délibérations, Notes'])
  expect(shown([], 'COURRIERS')).toEqual([': Courriers, Réponses'])
  expect(shown([], 'urbanisme')).toEqual([])
})
