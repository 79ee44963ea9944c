import { expect, test } from 'vitest'
import { findTypedOption } from './use-typeahead.ts'

const options = ['Élections', 'Finances', 'État civil', 'Foncier', 'Enfance'].map((label) => ({ id: label, label }))
const typed = (chosen: string | null, text: string) => findTypedOption(options, chosen, text)?.label ?? null

test('a letter finds the next option that begins with it, whatever its accent or its capital', () => {
  expect(typed(null, 'e')).toBe('Élections')
  expect(typed('Élections', 'E')).toBe('État civil')
  expect(typed('Finances', 'é')).toBe('État civil')
})

test('the same letter again goes on, and begins again after the last', () => {
  expect(typed('État civil', 'eee')).toBe('Enfance')
  expect(typed('Enfance', 'eeee')).toBe('Élections')
})

test('several letters keep what they have found while it begins with them, then look further', () => {
  expect(typed('Finances', 'fi')).toBe('Finances')
  expect(typed('Finances', 'fo')).toBe('Foncier')
})

test('letters that begin nothing choose nothing', () => {
  expect(typed('Finances', 'z')).toBeNull()
  expect(typed(null, 'fx')).toBeNull()
})
