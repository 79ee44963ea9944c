import { expect, test } from 'vitest'
import { tokensSentence } from './my-space-words.ts'

const count = (prompt_tokens: number, completion_tokens: number, uncounted = 0) => ({ prompt_tokens, completion_tokens, replies: 9, uncounted })
const plain = (sentence: string | null) => sentence?.replaceAll(/[\u00a0\u202f]/g, ' ')

test('ECO-08 says what was counted, in French figures, and how many replies are estimated', () => {
  expect(plain(tokensSentence(count(12_400, 3_200)))).toBe('Ce mois-ci, le modèle a lu 12 400 jetons et en a écrit 3 200 pour vous.')
  expect(tokensSentence(count(12_400, 3_200))).toContain('12\u202f400\u00a0jetons')
  expect(plain(tokensSentence(count(1, 0, 1)))).toBe('Ce mois-ci, le modèle a lu 1 jeton et en a écrit 0 pour vous. 1 réponse est estimée.')
  expect(plain(tokensSentence(count(10, 5, 2)))).toMatch(/ 2 réponses sont estimées\.$/)
})

test('ECO-08 says nothing while nothing was counted', () => {
  expect(tokensSentence(count(0, 0))).toBeNull()
  expect(tokensSentence(count(0, 0, 3))).toBeNull()
})
