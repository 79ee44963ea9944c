import { expect, it } from 'vitest'
import { chosenOf, selectedLabel, selectAllState, withRow } from './selection.ts'

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

it('adds and takes away a row, and leaves the choice it was given as it was', () => {
  const first = withRow(new Set(), 'a', true)
  const both = withRow(first, 'b', true)
  expect([...both]).toEqual(['a', 'b'])
  expect([...withRow(both, 'a', false)]).toEqual(['b'])
  expect([...first]).toEqual(['a'])
})

it('acts on what is listed alone, in the order of the list', () => {
  expect(chosenOf(rows, new Set(['c', 'gone', 'a'])).map(({ id }) => id)).toEqual(['a', 'c'])
})

it('tells all, some, none', () => {
  expect(selectAllState(3, 0)).toEqual({ isSelected: false, isIndeterminate: false })
  expect(selectAllState(3, 2)).toEqual({ isSelected: false, isIndeterminate: true })
  expect(selectAllState(3, 3)).toEqual({ isSelected: true, isIndeterminate: false })
  expect(selectAllState(0, 0)).toEqual({ isSelected: false, isIndeterminate: false })
  expect([selectedLabel(1), selectedLabel(2)]).toEqual(['1\u00a0sélectionnée', '2\u00a0sélectionnées'])
})
