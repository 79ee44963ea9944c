import { expect, test } from 'vitest'
import { createAnalyser } from '../analyse.ts'
import { everydayWords } from './index.ts'

const analyser = createAnalyser()
const lines = everydayWords.map(([said, meant]) => ({
  said: said.map((form) => [form, analyser.questionTerms(form)] as const),
  meant: meant.flatMap((form) => analyser.textTerms(form)),
}))

test('an expression of several words is not reduced to one term by the words that a search drops', () => {
  const reduced = lines.flatMap(({ said }) => said.filter(([form, terms]) => /[ -]/.test(form) && terms.length < 2).map(([form]) => form))
  expect(reduced).toEqual([])
})

test('no word so common that it means nothing by itself brings others', () => {
  const common = [
    'carte',
    'aide',
    'droit',
    'arrêt',
    'garde',
    'compte',
    'mois',
    'pays',
    'papier',
    'école',
    'permis',
    'travail',
    'demande',
    'agent',
    'commune',
    'virement',
  ]
  const stems = new Set(common.map((word) => analyser.stem(word)))
  expect(lines.flatMap(({ said }) => said.filter(([, terms]) => terms.length === 1 && stems.has(terms[0]!)).map(([form]) => form))).toEqual([])
})

test('every expression brings a term that it does not hold', () => {
  const useless = lines.flatMap(({ said, meant }) => said.filter(([, terms]) => meant.every((term) => terms.includes(term))).map(([form]) => form))
  expect(useless).toEqual([])
})

test('an expression stands on one line only, and once', () => {
  const seen = new Map<string, string>()
  const repeated: string[] = []
  for (const { said } of lines) {
    for (const [form, terms] of said) {
      const key = terms.join(' ')
      if (seen.has(key)) repeated.push(`${form} = ${seen.get(key)}`)
      seen.set(key, form)
    }
  }
  expect(repeated).toEqual([])
})
