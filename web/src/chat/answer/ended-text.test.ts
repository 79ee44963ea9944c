import { expect, it } from 'vitest'
import { endedText } from './ended-text.ts'

it('closes what a reply that broke off had begun, and holds nothing of it back', () => {
  expect(endedText({ status: 'interrompue', content: 'Le **budget prim' })).toBe('Le **budget prim**')
  for (const content of ['Voir [la page', 'Le **', '- ']) expect(endedText({ status: 'interrompue', content }), content).toBe(content)
})

it('leaves alone what is whole, or still being written', () => {
  for (const status of ['complete', 'en_cours'] as const) expect(endedText({ status, content: 'Le **budget prim' })).toBe('Le **budget prim')
  expect(endedText({ status: 'erreur', content: '' })).toBe('Désolé, une erreur est survenue. Veuillez réessayer.')
})
