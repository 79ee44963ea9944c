import { expect, it } from 'vitest'
import { displayName, initial } from './user.ts'

it.each([
  [{ username: 'cbrehat', first_name: 'Camille', last_name: 'Bréhat' }, 'Camille Bréhat', 'C'],
  [{ username: 'cbrehat', first_name: 'Émile', last_name: null }, 'Émile', 'É'],
  [{ username: 'cbrehat', first_name: ' ', last_name: '' }, 'cbrehat', 'C'],
])('%j', (user, name, letter) => {
  expect(displayName(user)).toBe(name)
  expect(initial(user)).toBe(letter)
})
