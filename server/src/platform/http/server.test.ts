import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createHttpServer } from './server.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7:51234,10.0.0.9:40000', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
])('behind proxies that tell %s, who asks is %s', async (told, ip) => {
  const app = await createHttpServer({ ...readConfig({ TRUST_PROXY: '10.0.0.0/8' }), logLevel: 'silent' })
  app.get('/ip', (request, reply) => reply.send({ ip: request.ip }))
  const answer = await app.inject({ url: '/ip', remoteAddress: '10.0.0.5', headers: { 'x-forwarded-for': told } })
  await app.close()
  expect(answer.json()).toEqual({ ip })
})
