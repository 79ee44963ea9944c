import { expect, it } from 'vitest'
import { ownFirst } from './filter-assistants.ts'

const all = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const order = (...own: string[]) =>
  ownFirst(all, own)
    .map(({ id }) => id)
    .join('')

it('puts one’s own first, in their order, and leaves the others in theirs', () => {
  expect(order('d', 'b')).toBe('dbac')
  expect(order()).toBe('abcd')
})

it('names each once, and nothing that is gone', () => expect(order('c', 'gone', 'c', 'a', 'c')).toBe('cabd'))
