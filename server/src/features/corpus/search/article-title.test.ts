import { expect, test } from 'vitest'
import { articleTitle } from './article-title.ts'

test.each([
  ['L2121-17', 'Article\u00a0L.\u00a02121-17'],
  ['L. 2121-17', 'Article\u00a0L.\u00a02121-17'],
  ['R*421-1', 'Article\u00a0R.\u00a0*421-1'],
  ['LO1112-1', 'Article\u00a0L.O.\u00a01112-1'],
  ['1639 A bis', 'Article\u00a01639 A bis'],
  ['F3054', 'Congé de paternité'],
])('%s', (number, title) => {
  expect(articleTitle({ number, code_title: 'code d’essai', path: ['Famille', 'Congé de paternité'] })).toBe(`${title} — Code d’essai`)
})
