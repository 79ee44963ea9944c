import { expect, test } from 'vitest'
import { findCircle } from './one-way-chunks.ts'

test('a circle is told by the names that one passes through', () => {
  const imports = new Map([
    ['page', ['menus', 'base']],
    ['menus', ['lists', 'base']],
    ['lists', ['menus']],
    ['base', []],
  ])
  expect(findCircle(imports)).toEqual(['menus', 'lists', 'menus'])
})

test('a file that several import is no circle', () => {
  expect(
    findCircle(
      new Map([
        ['page', ['a', 'b']],
        ['a', ['base']],
        ['b', ['base', 'a']],
        ['base', []],
      ]),
    ),
  ).toBeNull()
})
