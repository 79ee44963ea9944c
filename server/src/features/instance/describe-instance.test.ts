import { expect, it } from 'vitest'
import { accessibilityState } from './describe-instance.ts'

it('an accessibility audit is worth three years; without one the state is « non »', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(accessibilityState(null, now)).toBe('non')
  expect(accessibilityState({ date: '2024-01-10', rate: 49 }, now)).toBe('non')
  expect(accessibilityState({ date: '2024-01-10', rate: 50 }, now)).toBe('partielle')
  expect(accessibilityState({ date: '2024-01-10', rate: 100 }, now)).toBe('totale')
  expect(accessibilityState({ date: '2023-11-21', rate: 100 }, now)).toBe('non')
})
