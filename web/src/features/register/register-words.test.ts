import type { RegisterSummary } from '@parvis/contract'
import { expect, test } from 'vitest'
import { registerRows } from './register-words.ts'

const entry = (name: string, more: Partial<RegisterSummary> = {}): RegisterSummary => ({
  id: name,
  assistant_id: name,
  name,
  owner: null,
  state: 'publie',
  classification: 'ordinaire',
  areas: [],
  opinion: [],
  responsible: '',
  review_on: null,
  opened_at: '2026-11-30T09:00:00.000Z',
  closed_at: null,
  completed_at: null,
  updated_at: '2026-11-30T09:00:00.000Z',
  ...more,
})

const entries = [
  entry('Actes'),
  entry('Jury', { classification: 'a_confirmer', areas: ['recrutement'] }),
  entry('Tri', { classification: 'a_classer', areas: null, opinion: [{ area: 'aides', passages: ['Classe'] }] }),
  entry('Budget', { review_on: '2026-11-30', responsible: 'Cheffe des finances' }),
  entry('Ancien', { state: 'clos', classification: 'a_classer', areas: null, review_on: '2020-01-01' }),
]
const names = (filter: Parameters<typeof registerRows>[1], search = '', today = '2026-11-30') =>
  registerRows(entries, filter, search, today).map(({ name }) => name)

test('what is to be done is what nobody classified, confirmed or read again in time, never what is closed', () => {
  expect(names('a-faire')).toEqual(['Jury', 'Tri', 'Budget'])
  expect(names('a-faire', '', '2026-11-29')).toEqual(['Jury', 'Tri'])
})

test('a sensitive use is a declared one, or one that the rules see; closed sheets are apart', () => {
  expect(names('sensibles')).toEqual(['Jury', 'Tri'])
  expect(names('clos')).toEqual(['Ancien'])
  expect(names('tous')).toHaveLength(5)
})

test('the search reads the name, the person responsible and the areas', () => {
  expect([names('tous', 'finances'), names('tous', 'recrutement'), names('tous', 'actes')]).toEqual([['Budget'], ['Jury'], ['Actes']])
})
