import { expect, test } from 'vitest'
import { choosePassages, type SearchHit } from './passages.ts'

const hit = (document_id: string, position: number, score: number): SearchHit => ({
  document_id,
  position,
  score,
  relevance: score,
  lexical: score,
  semantic: score,
  questionIndex: 0,
  peak: score,
  page_from: null,
  page_to: null,
  section_path: [],
  text: `${document_id} ${position}`,
})
const named = (hits: readonly SearchHit[]) => hits.map(({ text }) => text)

test('a document that says much does not hide one that says nearly as well', () => {
  const hits = [hit('a', 1, 0.9), hit('a', 5, 0.88), hit('a', 9, 0.86), hit('a', 13, 0.84), hit('b', 0, 0.7), hit('a', 17, 0.65)]
  expect(named(choosePassages(hits, 2))).toEqual(['a 1', 'b 0'])
  expect(named(choosePassages(hits, 4))).toEqual(['a 1', 'a 5', 'a 9', 'b 0'])
})

test('a document far below does not come before more of the best one', () => {
  expect(named(choosePassages([hit('a', 1, 0.9), hit('a', 5, 0.8), hit('a', 9, 0.7), hit('b', 0, 0.4)], 3))).toEqual(['a 1', 'a 5', 'a 9'])
})

test('neighbours of what is chosen come with it', () => {
  expect(named(choosePassages([hit('a', 1, 0.9), hit('b', 4, 0.8), hit('a', 2, 0.5), hit('c', 7, 0.4)], 2))).toEqual(['a 1', 'b 4', 'a 2'])
})

test('nothing found, nothing chosen', () => expect(choosePassages([], 5)).toEqual([]))
