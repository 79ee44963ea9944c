import { expect, test } from 'vitest'
import { tokens, estimateSentence } from './counts.ts'

const plain = (sentence: string) => sentence.replaceAll(/[\u00a0\u202f]/g, ' ')

test('ECO-08 a count that the model never told is an estimate; one of nothing is zero', () => {
  expect(tokens({ prompt_tokens: 0, completion_tokens: 0, replies: 3, uncounted: 3 }, 'prompt_tokens')).toBe('0 (estimés)')
  expect(tokens({ prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0 }, 'prompt_tokens')).toBe('0')
  expect(plain(tokens({ prompt_tokens: 12_400, completion_tokens: 9, replies: 3, uncounted: 1 }, 'prompt_tokens'))).toBe('12 400')
})

test('ECO-08 says of how many replies the count is an estimate', () => {
  expect(plain(estimateSentence({ prompt_tokens: 5, completion_tokens: 5, replies: 2_300, uncounted: 12 }))).toBe(
    'Un jeton est un morceau de mot. Estimé pour 12 réponses sur 2 300 (non communiqué par le modèle, ou réponse interrompue).',
  )
  expect(estimateSentence({ prompt_tokens: 5, completion_tokens: 5, replies: 2, uncounted: 0 })).toBe('Un jeton est un morceau de mot.')
})
