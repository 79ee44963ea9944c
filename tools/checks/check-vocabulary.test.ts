import { expect, test } from 'vitest'
import { checkTypeNames, checkVocabulary } from './check-vocabulary.ts'

const file = (path: string, text: string) => ({ path, text })

test('counts the words of identifiers and comments outside of tests and migrations', () => {
  const lament = '/** A lament. */ const lamentOf = (aLament: string) => aLament'
  expect(checkVocabulary([file('server/src/a.ts', lament)])).toEqual(['« lament » : 4 emplois, 0 au plus (CONTEXT.md dit le terme qui convient)'])
  const exempt = ['server/src/a.test.ts', 'server/src/platform/db/migrations/0001-a.ts', 'e2e/a.ts', 'docs/a.md']
  expect(checkVocabulary(exempt.map((path) => file(path, lament)))).toEqual([])
})

test('names the exported types that share a name', () => {
  const files = [
    file('a.ts', 'export type Run = 1'),
    file('b.tsx', 'export interface Run {}'),
    file('c.test.ts', 'export type Run = 2'),
    file('d.ts', 'type Run = 3'),
  ]
  expect(checkTypeNames(files)).toEqual(['le type Run est exporté par a.ts et b.tsx'])
})
