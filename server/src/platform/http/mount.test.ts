import { routes } from '@parvis/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Caller, Context } from '../../context.ts'
import { createFairQueue } from '../db/fair-queue.ts'
import { AppError } from '../errors/app-error.ts'
import { handle } from './handler.ts'
import { mount, type RouteServices } from './mount.ts'

test('a request is counted to its address, then to its person instead once their session is verified', async () => {
  const counted: string[] = []
  let isNew = false
  const gates: RouteServices = {
    runInQueue: (_token, _ip, work) => work(),
    async authenticate(token) {
      if (token !== 'jeton-d-ana') throw new AppError('auth.invalid')
      return { id: 'ana', is_admin: false, must_change_password: isNew } as Caller
    },
    limit(ip) {
      counted.push(ip)
      return (person_id) => void counted.push(person_id)
    },
    recordRefusal: async () => {},
    isFull: () => false,
    streamQueue: createFairQueue(1, 60_000),
    sendReply: () => {},
    recordFailure: () => {},
  }
  const app = fastify()
  const route = routes.assistants.categories
  mount(
    app,
    {} as Context,
    handle(route, async () => []),
    gates,
  )
  const ask = async (headers: Record<string, string>) => {
    const { statusCode } = await app.inject({ url: `/api${route.path}`, headers, remoteAddress: '203.0.113.1' })
    return [statusCode, ...counted.splice(0)]
  }
  expect(await ask({ authorization: 'Bearer jeton-d-ana' })).toEqual([200, '203.0.113.1', 'ana'])
  expect(await ask({ authorization: 'Bearer faux' })).toEqual([401, '203.0.113.1'])
  expect(await ask({})).toEqual([401, '203.0.113.1'])
  // What they may not do yet is theirs too.
  isNew = true
  expect(await ask({ authorization: 'Bearer jeton-d-ana' })).toEqual([403, '203.0.113.1', 'ana'])
  await app.close()
})
