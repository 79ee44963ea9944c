import { routes } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import type { AppError } from '../errors/app-error.ts'
import type { LimitRequests } from './mount.ts'
import { createRequestLimiter } from './rate-limit.ts'

const route = routes.instance.info
const perMinute = 1_200

let now: number
let limit: LimitRequests
beforeEach(() => {
  now = 0
  limit = createRequestLimiter(() => now)
})

const ask = (times: number, ipOf: (rank: number) => string) => {
  for (let rank = 0; rank < times; rank += 1) limit(ipOf(rank), route)
}
/** The refusal that this address meets; null: none. */
const refusal = (ip: string): AppError | null => {
  try {
    limit(ip, route)
    return null
  } catch (error) {
    return error as AppError
  }
}

test('one address has its number of requests a minute; others go on, and so does it a minute later', () => {
  ask(perMinute, () => '203.0.113.1')
  now = 20_000
  expect(refusal('203.0.113.1')).toMatchObject({ code: 'request.too_many', details: { retryAfterSeconds: 40 } })
  expect(refusal('203.0.113.2')).toBeNull()
  now = 60_000
  expect(refusal('203.0.113.1')).toBeNull()
})

test('an IPv6 network of one subscriber is one sender, whichever of its addresses asks', () => {
  ask(perMinute, (rank) => `2001:db8:0:1::${rank.toString(16)}`)
  expect(refusal('2001:db8:0:1:ffff::1')?.code).toBe('request.too_many')
  expect(refusal('2001:db8:0:2::1')).toBeNull()
})

test('this machine itself is not limited, the network that its address is written in is', () => {
  for (const ip of ['127.0.0.1', '::1']) ask(2 * perMinute, () => ip)
  ask(perMinute, () => '::2')
  expect(refusal('::2')?.code).toBe('request.too_many')
  expect(refusal('::1')).toBeNull()
})

test('a crowd of addresses does not make a flood forgotten', () => {
  const stranger = (rank: number) => `10.${rank >> 16}.${(rank >> 8) & 255}.${rank & 255}`
  ask(40_000, stranger)
  ask(perMinute, () => '203.0.113.1')
  ask(20_000, (rank) => stranger(40_000 + rank))
  expect(refusal('203.0.113.1')?.code).toBe('request.too_many')
})
