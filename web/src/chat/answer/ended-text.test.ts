import { expect, it } from 'vitest'
import { finishedText } from './answer-words.ts'

it('closes what a reply that broke off had begun, and holds nothing of it back', () => {
  expect(finishedText({ status: 'interrompue', content: 'Le **budget prim' })).toBe('Le **budget prim**')
  for (const content of ['Voir [la page', 'Le **', '- ']) expect(finishedText({ status: 'interrompue', content }), content).toBe(content)
})

it('leaves alone what is whole, or still being written', () => {
  for (const status of ['complete', 'en_cours'] as const) expect(finishedText({ status, content: 'Le **budget prim' })).toBe('Le **budget prim')
  expect(finishedText({ status: 'erreur', content: '' })).toBe('Désolé, une erreur est survenue. Veuillez réessayer.')
})
