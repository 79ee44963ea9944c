import { expect, it } from 'vitest'
import { finishedText } from './answer-words.ts'

it('closes what a reply that broke off had begun, and holds nothing of it back', () => {
  expect(finishedText({ status: 'interrompue', content: 'Le **budget prim' })).toBe('Le **budget prim**')
  for (const content of ['Voir [la page', 'Le **', '- ']) expect(finishedText({ status: 'interrompue', content }), content).toBe(content)
})

it.each([
  ['Voici.\n\n@@ remplacer 2\nLe texte\n@@ fin', 'complete', 'Voici.'],
  ['@@ supprimer 12', 'complete', ''],
  ['Je **change\n\n@@ insérer après 2\nUn tex', 'interrompue', 'Je **change**'],
] as const)('of %j, %s, has no mark of a proposed change', (content, status, text) => expect(finishedText({ status, content })).toBe(text))

it('leaves alone what is whole, or still being written', () => {
  for (const status of ['complete', 'en_cours'] as const) expect(finishedText({ status, content: 'Le **budget prim' })).toBe('Le **budget prim')
  expect(finishedText({ status: 'erreur', content: '' })).toBe('Désolé, une erreur est survenue. Veuillez réessayer.')
})
