import { expect, test } from 'vitest'
import { usedPages } from './used-pages.ts'
import { sourceOf } from '../../../testing/reply-client.ts'

const pages = [
  sourceOf({ number: 1, extract: 'La convention est conclue pour trois ans.' }),
  sourceOf({ number: 2, extract: 'Le loyer annuel est fixé à quatre mille euros.' }),
  sourceOf({ number: 3, document_id: 'b', extract: 'Le conseil municipal approuve la convention.' }),
]
const numbers = (answer: string) => usedPages(answer, pages).map(({ number }) => number)

test('pages that an answer names are kept, under their numbers', () => {
  expect(numbers('Elle dure trois ans [1]. Le conseil l’approuve [3].')).toEqual([1, 3])
})

test('a page that an answer quotes without naming it is kept too', () => {
  expect(numbers('Elle dure trois ans [1]. «\u00a0Le loyer annuel est fixé à quatre mille euros\u00a0».')).toEqual([1, 2])
})

test('an answer that names nothing keeps the first page of each document', () => {
  expect(numbers('Je ne trouve pas dans vos documents de quoi répondre à cette question.')).toEqual([1, 3])
})
