import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPostingLists, SKIP_INTERVAL } from './posting-lists.ts'
import { createTermDictionary } from './term-dictionary.ts'
import { decodeNumbers } from './typed-arrays.ts'

test('terms of any characters are numbered in order of first appearance', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.string({ unit: 'grapheme', maxLength: 300 })), { maxLength: 300 }), (added) => {
      const dictionary = createTermDictionary()
      const numbers = new Map<string, number>()
      for (const term of added) {
        if (!numbers.has(term)) numbers.set(term, numbers.size)
        expect(dictionary.number(term)).toBe(numbers.get(term))
      }
      for (const [term, id] of numbers) expect([dictionary.id(term), dictionary.term(id)]).toEqual([id, term])
      expect(dictionary.id('absent…')).toBeUndefined()
    }),
  )
})

test('a dictionary of 50,000 terms finds each of them', () => {
  const dictionary = createTermDictionary()
  const numbers = Array.from({ length: 50_000 }, (_, number) => number)
  expect(numbers.map((number) => dictionary.number(`l${number}`))).toEqual(numbers)
  expect(numbers.map((number) => dictionary.id(`l${number}`))).toEqual(numbers)
  expect([dictionary.id('l'), dictionary.id('l50000'), dictionary.term(49_999)]).toEqual([undefined, undefined, 'l49999'])
})

test('posting lists of any length that grow together keep their postings and skips', () => {
  const lists = createPostingLists()
  const expected: { slot: number; count: number }[][] = []
  const lengths = [400_000, 90_000, 3_000, 200, 1, 1]
  for (const _ of lengths) {
    lists.create()
    expected.push([])
  }
  let slot = 0
  for (let nth = 0; nth < lengths[0]!; nth++) {
    slot += nth % 1_000 === 0 ? 300_000 : 1
    for (const [id, length] of lengths.entries()) {
      if (nth >= length) continue
      const count = ((nth + id) % 5) + 1
      lists.add(id, slot, count)
      expected[id]!.push({ slot, count })
    }
  }
  for (const [id, postings] of expected.entries()) {
    const { bytes, length, skips } = lists.read(id)
    expect([length, lists.length(id)]).toEqual([postings.length, postings.length])
    const numbers = decodeNumbers(bytes)
    let [index, last] = [0, 0]
    const wrong = postings.filter(({ slot: expectedSlot, count }, nth) => {
      const value = numbers[index++]!
      last += value >>> 1
      const read = (value & 1) === 1 ? numbers[index++] : 1
      const skip = (nth + 1) / SKIP_INTERVAL - 1
      return last !== expectedSlot || read !== count || (Number.isInteger(skip) && skips[skip * 2] !== expectedSlot)
    })
    expect(wrong).toEqual([])
  }
})
