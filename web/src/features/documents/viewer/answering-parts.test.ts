import { expect, it } from 'vitest'
import { answeringParts, type AnswerBasis } from './answering-parts.ts'

const found = (lines: readonly string[], basis: Partial<AnswerBasis>): string[] =>
  answeringParts(lines, { quotes: [], claims: [], ...basis }).map(({ line, from, to }) => `${line}: ${lines[line]!.slice(from, to)}`)

const rules = [
  'Règlement de la halle',
  'Les emplacements sont loués au mois. La caution est de 150 euros. Elle est rendue au départ.',
  'La redevance est due le premier jour du mois. Tout retard entraîne une majoration de 10 %.',
]

it('marks one occurrence of a quotation, never each of them', () => {
  const lines = ['Article 1. Le loyer est payé au mois.', 'Article 2. La caution est payée au mois de janvier.', 'Article 3. Rien.']
  expect(found(lines, { quotes: ['au mois'] })).toEqual(['0: au mois'])
  expect(found(lines, { quotes: ['au mois'], claims: ['La caution se verse au mois de janvier'] })).toEqual(['1: au mois'])
})

it('finds a quotation with other accents and over a line, and one with an ellipsis in two parts', () => {
  expect(found(['LA CAUTION EST', 'de 150 euros'], { quotes: ['la caution est de 150 euros'] })).toEqual(['0: LA CAUTION EST', '1: de 150 euros'])
  expect(found(rules, { quotes: ['Les emplacements […] au mois'] })).toEqual(['1: Les emplacements', '1: au mois'])
})

it('takes no part of a word or of a number for a quotation', () => {
  expect(found(['Il y a 13 jours de congé.'], { quotes: ['3 jours'] })).toEqual([])
})

it('marks the sentence that a claim rests on, not the paragraph', () => {
  expect(found(rules, { claims: ['Il faut déposer une caution de 150 €'] })).toEqual(['1: La caution est de 150 euros.'])
  expect(found(rules, { claims: ['En cas de retard, la majoration atteint 10 %'] })).toEqual(['2: Tout retard entraîne une majoration de 10 %.'])
})

it('marks the row of a table that a claim rests on', () => {
  const table = ['Quartier | Jour | Bacs', 'Les Tilleuls | mardi | 240', 'La Gare | jeudi | 180']
  expect(found(table, { claims: ['À la Gare, la collecte a lieu le jeudi'] })).toEqual(['2: La Gare | jeudi | 180'])
})

it('marks nothing without a claim, or for a claim that shares one ordinary word', () => {
  expect(found(rules, {})).toEqual([])
  expect(found(rules, { claims: ['La redevance annuelle du stationnement résidentiel'] })).toEqual([])
})
