import { expect, test } from 'vitest'
import { formatTokens, estimateSentence, unfinishedSentence } from './counts.ts'

const plain = (sentence: string) => sentence.replaceAll(/[\u00a0\u202f]/g, ' ')

test('ECO-08 a count that the model never told is an estimate; one of nothing is zero', () => {
  expect(formatTokens({ prompt_tokens: 0, completion_tokens: 0, replies: 3, uncounted: 3 }, 'prompt_tokens')).toBe('0 (estimés)')
  expect(formatTokens({ prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0 }, 'prompt_tokens')).toBe('0')
  expect(plain(formatTokens({ prompt_tokens: 12_400, completion_tokens: 9, replies: 3, uncounted: 1 }, 'prompt_tokens'))).toBe('12 400')
})

test('ECO-08 says of how many replies the count is an estimate', () => {
  expect(plain(estimateSentence({ prompt_tokens: 5, completion_tokens: 5, replies: 2_300, uncounted: 12 }))).toBe(
    'Un jeton est un morceau de mot. Estimé pour 12 réponses sur 2 300 (non communiqué par le modèle, ou réponse interrompue).',
  )
  expect(estimateSentence({ prompt_tokens: 5, completion_tokens: 5, replies: 2, uncounted: 0 })).toBe('Un jeton est un morceau de mot.')
})

test('says how replies ended before their end, one as well as several', () => {
  const day = { day: '2026-11-21', conversations: 1, questions: 9, replies: 9, failed: 0, cut: 0, stopped: 0 }
  const one = { ...day, failed: 1, cut: 1, stopped: 1 }
  expect(plain(unfinishedSentence([one]))).toBe('3 réponses sur 9 : 1 en erreur, 1 coupée, 1 arrêtée par la personne.')
  const several = { ...day, cut: 2, stopped: 3 }
  expect(plain(unfinishedSentence([several, day]))).toBe('5 réponses sur 18 : 0 en erreur, 2 coupées, 3 arrêtées par la personne.')
  expect(unfinishedSentence([day])).toBe('Toutes les réponses sont allées à leur terme.')
  expect(unfinishedSentence([{ ...day, replies: 0 }])).toBe('Aucune réponse sur cette période.')
})
