import { expect, it } from 'vitest'
import { changedBy, routes, type Route } from './index.ts'

const all: Route[] = Object.values(routes).flatMap((feature) => Object.values<Route>(feature))
// A call that changes nothing reads, whatever its method.
const readable = all.filter(({ method, changes }) => method === 'GET' || changes?.length === 0).map(({ path }) => path)
const shows = (beginning: string) => readable.some((path) => path === beginning || path.startsWith(`${beginning}/`))

it.each(all.filter(({ changes }) => changes !== undefined).map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s changes what some call reads',
  (_, route) => {
    expect(route.method).not.toBe('GET')
    expect(changedBy(route).filter((beginning) => !shows(beginning))).toEqual([])
  },
)

it('a document that is deleted leaves the list of those that its person has loaded, in each of their windows', () => {
  expect(changedBy(routes.documents.remove)).toContain(routes.library.uploads.path)
})

it('a call that states nothing changes what stands under the first part of its path', () => {
  expect(changedBy(routes.projects.update)).toEqual(['/projects'])
  expect(changedBy({ path: '/administration/packs/import' })).toEqual(['/administration/packs'])
})
