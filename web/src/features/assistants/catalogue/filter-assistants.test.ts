import { expect, it } from 'vitest'
import { filterAssistants, ownFirst } from './filter-assistants.ts'

const assistants = [
  { name: 'Délibérations', description: 'Rédige les actes du conseil', category_id: 'a' },
  { name: 'Courrier', description: 'Répond aux habitants', category_id: 'b' },
  { name: 'Budget', description: 'Explique une DÉLIBÉRATION budgétaire', category_id: 'b' },
]
const names = (search: string, category: string | null = null) => filterAssistants(assistants, search, category).map(({ name }) => name)

it('looks in names and descriptions, whatever the case and the accents', () => {
  expect(names('DELIB')).toEqual(['Délibérations', 'Budget'])
  expect(names(' habitants ')).toEqual(['Courrier'])
  expect(names('inconnu')).toEqual([])
})

it('gives first those whose name holds the words', () => {
  const described = { name: 'Autorisations', description: 'Pièces et courriers', category_id: 'a' }
  expect(filterAssistants([described, ...assistants], 'courrier', null).map(({ name }) => name)).toEqual(['Courrier', 'Autorisations'])
})

it('keeps to the category', () => {
  expect(names('', 'b')).toEqual(['Courrier', 'Budget'])
  expect(names('délib', 'b')).toEqual(['Budget'])
  expect(names('')).toHaveLength(3)
})

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
