import { expect, it } from 'vitest'
import { reasonsInWords } from './CommentList.tsx'

it('names the reasons of an assistant, the most frequent first', () => {
  expect(reasonsInWords({ ton: 1, inexacte: 3 })).toBe('Réponse inexacte\u00a0(3), Ton inadapté\u00a0(1)')
})

it('draws a dash where nobody gave a reason', () => expect(reasonsInWords({})).toBe('–'))
