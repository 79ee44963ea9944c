import { expect, test } from 'vitest'
import { formulationsOf, fuseFormulations } from './formulations.ts'
import type { Candidate } from '../ranking/rank-passages.ts'

const reading = {
  subjectWords: (text: string) => text.split(' ').length,
  meaningsOf: (text: string) => (text.includes('prêter') ? ['mise à disposition de personnel'] : []),
}
const story = ['on veut nous prêter une secrétaire']

test('a bare question is one search', () => {
  expect(formulationsOf([{ question: 'prêter un agent', inContext: 'prêter un agent' }], reading)).toEqual([
    { questionIndex: 0, text: 'prêter un agent', trust: 1 },
  ])
})

test('a story is searched for what its expressions mean, by itself and around the question', () => {
  const found = formulationsOf([{ question: 'quel papier signer exactement', inContext: 'quel papier signer, prêter', story }], reading)
  expect(found).toContainEqual({ questionIndex: 0, text: 'mise à disposition de personnel', trust: 0.5 })
  expect(found).toContainEqual({ questionIndex: 0, text: 'quel papier signer, prêter', trust: 1, storySentences: story })
  expect(found).toContainEqual({ questionIndex: 0, text: story[0], trust: 0.5 })
})

test('a question that does not tell its subject is trusted less than its story', () => {
  const [question] = formulationsOf([{ question: 'combien verser', inContext: 'combien verser, astreinte', story }], reading)
  expect(question!.trust).toBeLessThan(1)
})

test('eight things asked are searched, each for itself', () => {
  const asks = Array.from({ length: 9 }, (_, at) => ({ question: `question ${at}`, inContext: `question ${at}` }))
  expect(formulationsOf(asks, reading).map(({ text }) => text)).toEqual(asks.slice(0, 8).map(({ question }) => question))
})

test('however many things are asked, each is searched with a sentence of its story', () => {
  const asks = Array.from({ length: 9 }, (_, at) => ({ question: `question ${at}`, inContext: `question ${at}, prêter`, story }))
  const searched = formulationsOf(asks, reading).filter(({ text }) => text === story[0])
  expect(searched.map(({ questionIndex }) => questionIndex)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

const formulation = (questionIndex: number, text: string, trust = 1) => ({ questionIndex, text, trust })
const candidate = (index_no: number, score: number): Candidate => ({ index_no, position: 0, score, relevance: score, lexical: score, semantic: score })

test('a search that finds nothing near weighs little beside one that does', () => {
  const formulations = [formulation(0, 'a'), formulation(0, 'b', 0.5)]
  const [first] = fuseFormulations(formulations, [[candidate(1, 0.1)], [candidate(2, 0.6)]], 10)
  expect(first).toMatchObject({ index_no: 2, peak: 0.6 })
})

test('two questions take turns', () => {
  const found = fuseFormulations([formulation(0, 'a'), formulation(1, 'b')], [[candidate(1, 0.9), candidate(2, 0.8)], [candidate(3, 0.2)]], 10)
  expect(found.map(({ index_no }) => index_no)).toEqual([1, 3, 2])
})
