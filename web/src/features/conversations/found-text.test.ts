import { expect, it } from 'vitest'
import { truncateParts } from './my-space-words.ts'

const found = (text: string) => ({ text, found: true })
const around = (text: string) => ({ text, found: false })
const parts = [around('Note sur la '), found('toiture'), around(' de l’école')]

it('keeps what is short enough', () => {
  expect(truncateParts(parts, 80)).toEqual(parts)
  expect(truncateParts(parts, 30)).toEqual(parts)
})

it('cuts in the middle of a mark, of no character', () => {
  expect(truncateParts(parts, 15)).toEqual([parts[0], found('toi'), around('…')])
  expect(truncateParts([found('👋👋👋')], 2)).toEqual([found('👋👋'), around('…')])
})
