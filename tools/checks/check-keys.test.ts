import { expect, test } from 'vitest'
import { checkKeys } from './check-keys.ts'

const problems = (path: string, text: string) => checkKeys([{ path, text }])

test('a key comes from a call, and so does what is asked again', () => {
  const screen = 'web/src/features/projects/use-projects.ts'
  expect(problems(screen, 'useQuery(q(routes.projects.list))')).toEqual([])
  expect(problems(screen, "queryKey: [...keyOf(routes.documents.text), 'x']")).toEqual([])
  expect(problems(screen, "useQuery({\n  queryKey: ['projects'],")).toEqual([
    `${screen}:2 : clé écrite à la main (q, keyOf, invalidate de web/src/api/queries.ts)`,
  ])
  expect(problems(screen, 'void cache.invalidateQueries({ queryKey: key })')).toHaveLength(1)
  expect(problems('web/src/api/query-functions.ts', 'cache.invalidateQueries({})')).toEqual([])
})
