import { expect, test } from 'vitest'
import { createAnalyser } from './analyse.ts'
import { createExpander } from './expand.ts'

const analyser = createAnalyser()
const expand = createExpander(analyser)
const weights = (question: string) => expand(analyser.questionTerms(question))

test('an acronym brings its words, its words bring the acronym, at less', () => {
  const short = weights('rôle du CCAS')
  expect(short.get('ccas')).toBe(1)
  for (const term of analyser.textTerms('centre communal action sociale')) expect(short.get(term), term).toBeGreaterThan(0)
  for (const term of analyser.textTerms('centre communal action sociale')) expect(short.get(term)!).toBeLessThan(1)
  const long = weights('rôle du centre communal d’action sociale')
  expect(long.get('ccas')).toBeGreaterThan(0)
  expect(long.get('ccas')!).toBeLessThan(1)
})

test('part of a full form brings nothing', () => {
  expect(weights('centre communal').has('ccas')).toBe(false)
})

test('a synonym weighs little, a legal reference much', () => {
  const found = weights('cantine selon l’article L. 2121-29')
  expect(found.get('l2121-29')).toBeGreaterThan(1)
  const [restaurant] = analyser.textTerms('restaurant')
  expect(found.get(restaurant!)).toBeGreaterThan(0)
  expect(found.get(restaurant!)!).toBeLessThan(0.2)
})

test('a word of the question keeps its own weight whatever else brings it', () => {
  expect(weights('CCAS action sociale').get('action')).toBe(1)
})
