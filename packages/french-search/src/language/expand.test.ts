import { expect, test } from 'vitest'
import { createAnalyser } from './analyse.ts'
import { createExpander } from './expand.ts'

const analyser = createAnalyser()
const expand = createExpander(analyser)
const weights = (question: string) => expand(analyser.questionTerms(question)).weighted

test('an acronym brings its words, its words bring the acronym, at less', () => {
  const short = weights('rôle du CCAS')
  expect(short.get('ccas')).toBe(1)
  for (const term of analyser.textTerms('centre communal action sociale')) expect(short.get(term), term).toBeGreaterThan(0)
  for (const term of analyser.textTerms('centre communal action sociale')) expect(short.get(term)!).toBeLessThan(1)
  const long = weights('rôle du centre communal d’action sociale')
  expect(long.get('ccas')).toBeGreaterThan(0)
  expect(long.get('ccas')!).toBeLessThan(1)
})

test('part of a full form brings nothing', () => expect(weights('centre communal').has('ccas')).toBe(false))

test('a synonym weighs little, a legal reference much', () => {
  const found = weights('clôture selon l’article L. 2121-29')
  expect(found.get('l2121-29')).toBeGreaterThan(1)
  const [hedge] = analyser.textTerms('haie')
  expect(found.get(hedge!)).toBeGreaterThan(0)
  expect(found.get(hedge!)!).toBeLessThan(0.2)
})

test('a word of the question keeps its own weight whatever else brings it', () => expect(weights('CCAS action sociale').get('action')).toBe(1))

test('everyday words bring what texts say, and never the reverse', () => {
  const [official] = analyser.textTerms('astreinte')
  const said = weights('être de garde le week-end')
  expect(said.get(official!)).toBeGreaterThan(0.2)
  expect(said.get(official!)).toBeLessThan(1)
  for (const term of analyser.questionTerms('garde week-end')) expect(weights('astreinte').has(term), term).toBe(false)
})

test('an everyday expression is known with one term between, in its order, and not by a part of it', () => {
  const [official] = analyser.textTerms('disposition')
  expect(weights('prêter un agent').has(official!)).toBe(true)
  expect(weights('prêter deux agents').has(official!)).toBe(true)
  expect(weights('prêter deux bons agents').has(official!)).toBe(false)
  expect(weights('une secrétaire aime prêter').has(official!)).toBe(false)
  expect(weights('prêter un livre').has(official!)).toBe(false)
})

test('everyday words are known without their accents', () => {
  for (const [typed, meant] of Object.entries({ 'preter une secretaire': 'disposition', deces: 'décès', 'il est salarie': 'salarié' }))
    expect(weights(typed).has(analyser.textTerms(meant)[0]!), typed).toBe(true)
})
