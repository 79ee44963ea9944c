import { routes, type Route } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean }
type Operation = {
  operationId: string
  parameters: Parameter[]
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown>; required?: string[] } }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
const paths = openApiDocument()['paths'] as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })))
const operationOf = ({ method, path }: Route) => paths[`/api${path.replace(/:([a-z_]+)/g, '{$1}')}`]![method.toLowerCase()]!

test('holds every call of the contract, each under a name of its own', () => {
  const calls = Object.values(routes).flatMap((group) => Object.values(group) as Route[])
  expect(operations).toHaveLength(calls.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  for (const call of calls) expect(operationOf(call).security === undefined, call.path).toBe(call.access === 'public')
})

test('names each parameter of a path, and no other', () => {
  for (const { path, parameters } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).sort(), path).toEqual([...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name!).sort())
    expect(inPath.every(({ required }) => required)).toBe(true)
  }
})

test('refers to nothing that it does not hold', () => {
  const references = [...JSON.stringify(openApiDocument()).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']))
})

test('tells the file that an upload brings, beside its texts', () => {
  const form = (route: Route) => operationOf(route).requestBody!.content['multipart/form-data']!.schema
  expect(form(routes.documents.upload)).toMatchObject({ required: ['file'], properties: { category: {}, description: {}, file: { type: 'string' } } })
  expect(form(routes.library.upload)).toMatchObject({ required: ['document'], properties: { document: { type: 'array' } } })
})
