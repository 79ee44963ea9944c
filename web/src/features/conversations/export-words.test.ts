import { expect, it } from 'vitest'
import { doneSentence, outcomeOf, tooManySentence } from './my-space-words.ts'

const one = { id: 'a', title: 'Note', reason: 'Cette conversation n’existe plus' }

it('says what was exported, and that something is missing', () => {
  expect([1, 2].map(doneSentence)).toEqual(['Conversation exportée', '2\u00a0conversations exportées'])
  expect(outcomeOf(0, [one]).sentence).toBe('Rien n’a été exporté\u00a0; celle-ci n’a pas pu l’être\u00a0:')
  expect(outcomeOf(12, [one, one]).sentence).toBe('12\u00a0conversations exportées\u00a0; celles-ci n’ont pas pu l’être\u00a0:')
})

it('says the limit, and how many are over it', () => {
  expect(tooManySentence(1_212)).toBe('Un export prend 200\u00a0conversations au plus\u00a0: désélectionnez-en 1\u202f012, puis exportez-les à leur tour.')
})
