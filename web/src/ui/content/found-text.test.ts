import { expect, it } from 'vitest'
import { truncateParts } from './FoundText.tsx'

const parts = [
  { text: 'Note sur la ', found: false },
  { text: 'toiture', found: true },
  { text: ' de l’école', found: false },
]

it('keeps what is short enough', () => {
  expect(truncateParts(parts, 80)).toEqual(parts)
  expect(truncateParts(parts, 30)).toEqual(parts)
})

it('cuts in the middle of a mark, of no character', () => {
  expect(truncateParts(parts, 15)).toEqual([parts[0], { text: 'toi', found: true }, { text: '…', found: false }])
  expect(truncateParts([{ text: '👋👋👋', found: true }], 2)).toEqual([
    { text: '👋👋', found: true },
    { text: '…', found: false },
  ])
})
