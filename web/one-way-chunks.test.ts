import { expect, test } from 'vitest'
import { findImportCycle } from './one-way-chunks.ts'

test('a circle is told by the names that one passes through', () => {
  const imports = new Map([
    ['page', ['menus', 'base']],
    ['menus', ['lists', 'base']],
    ['lists', ['menus']],
    ['base', []],
  ])
  expect(findImportCycle(imports)).toEqual(['menus', 'lists', 'menus'])
})

test('a file that several import is no circle', () => {
  expect(
    findImportCycle(
      new Map([
        ['page', ['a', 'b']],
        ['a', ['base']],
        ['b', ['base', 'a']],
        ['base', []],
      ]),
    ),
  ).toBeNull()
})
