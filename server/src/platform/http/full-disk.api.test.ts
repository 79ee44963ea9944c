import { errorSentence, fillPath, routes, type Route } from '@parvis/contract'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { createTestDatabase } from '../../testing/databases/database.ts'
import type { Database } from '../db/types.ts'
import { pathParams } from '../../testing/text-fields.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

// REL-19: what each call of the contract does while its disk is full.

let full = false
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database: { ...database, isFull: () => full } })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const contract: Route[] = Object.values(routes).flatMap((group) => Object.values(group) as Route[])
const id = '00000000-0000-4000-8000-000000000001'
/** By somebody new each time: some calls end the session. */
const call = async (route: Route) =>
  app.http.inject({
    method: route.method,
    url: `/api${fillPath(route.path, pathParams(id))}`,
    headers: { authorization: `Bearer ${(await app.createUser({ is_admin: true })).token}` },
  })
/** What people need to read, to enter and leave, to stop, and to make room. */
const accepted = (route: Route) => route.method === 'GET' || route.method === 'DELETE' || route.whenFull === true

test.each(contract.map((route) => [`${route.method} ${route.path}`, route] as const))('REL-19 on a full disk, %s', async (_name, route) => {
  full = true
  const answer = await call(route)
  if (accepted(route)) expect(answer.statusCode).not.toBe(507)
  else expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([507, errorSentence('server.storage_full')])
})

it('REL-19 tells only those who are let in, and stops telling when room returns', async () => {
  full = true
  const { token } = await app.createUser()
  const body = { name: 'Voirie' }
  expect((await app.call(routes.projects.create, { body })).status).toBe(401)
  expect((await app.call(routes.projects.create, { token, body })).status).toBe(507)
  full = false
  expect((await app.call(routes.projects.create, { token, body })).status).toBe(201)
})
