import { readdirSync } from 'node:fs'
import path from 'node:path'
import { routes } from '@parvis/contract'
import { acceptedExtensions } from '../contract/src/features/documents.ts'
import { expect, it } from 'vitest'
import { plainExports, withoutSchemas } from './without-schemas.ts'

const folder = path.resolve(import.meta.dirname, '../contract/src')

/** Exports of a contract file in a build; null if the file is unchanged. */
async function built(name: string): Promise<Record<string, unknown> | null> {
  const load = withoutSchemas().load as (id: string) => Promise<string | null>
  const code = await load(path.join(folder, name))
  return code === null ? null : (import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<Record<string, unknown>>)
}

it('keeps method and path of every call, whether it is public, and nothing to validate with', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const everything = Object.assign({}, ...(await Promise.all(files.map(built)))) as Record<string, Record<string, Record<string, unknown>>>
  for (const [feature, calls] of Object.entries(routes)) {
    const kept = everything[feature]!
    expect(Object.keys(kept)).toEqual(Object.keys(calls))
    for (const [name, { method, path: address, access }] of Object.entries(calls)) {
      expect(kept[name]).toMatchObject({ method, path: address, ...(access === 'public' && { access }) })
      for (const part of ['params', 'query', 'body', 'answer', 'summary', 'whenFull', 'status', 'multipart']) expect(kept[name]).not.toHaveProperty(part)
    }
  }
})

it('keeps what the web takes from the contract by name', async () => {
  expect((await built('features/documents.ts'))?.['acceptedExtensions']).toEqual(acceptedExtensions)
  for (const untouched of ['index.ts', 'constants.ts', 'errors.ts', 'route.ts']) expect(await built(untouched)).toBeNull()
})

it('leaves out schemas and functions', () => {
  expect(
    plainExports({ a: 1, check: () => true, schema: { _zod: {} }, call: { method: 'GET', path: '/x', status: 201, body: { _zod: {} } }, told: { status: 1 } }),
  ).toBe('export const a = 1;\nexport const schema = undefined;\nexport const call = {"method":"GET","path":"/x"};\nexport const told = {"status":1};\n')
})
