import { expect, test } from 'vitest'
import { shorten } from './scripted-text.ts'

test('a text is cut between two words, and not within a number', () => {
  expect(shorten('une aide de 12 agents', 21)).toBe('une aide de 12 agents')
  expect(shorten('une aide de 12 agents dévoués', 25)).toBe('une aide de 12 agents […]')
  for (const most of [13, 14, 15, 16, 20]) expect(shorten('une aide de 12 500,50 euros', most)).toBe('une aide de […]')
  expect(shorten('a'.repeat(30), 10)).toBe(`${'a'.repeat(10)} […]`)
  expect(shorten('une aide de 12 500,50 euros', 24)).toBe('une aide de 12 500,50 […]')
})
