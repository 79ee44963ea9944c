import { beforeEach, expect, test } from 'vitest'
import type { AppError } from '../errors/app-error.ts'
import type { LimitRequests } from './mount.ts'
import { createRequestLimiter } from './rate-limit.ts'

const perMinute = 1_200

let now: number
let limit: LimitRequests
beforeEach(() => {
  now = 0
  limit = createRequestLimiter(() => now)
})

const ask = (times: number, ipOf: (rank: number) => string) => {
  for (let rank = 0; rank < times; rank += 1) limit(ipOf(rank))
}
/** The refusal that this address meets, or this person there; null: none. */
const refusal = (ip: string, person?: string): AppError | null => {
  try {
    const isOf = limit(ip)
    if (person !== undefined) isOf(person)
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

test('a clock that was ahead and is set right keeps nobody refused until its hour', () => {
  now = 7_200_000
  ask(perMinute, () => '203.0.113.1')
  expect(refusal('203.0.113.1')?.code).toBe('request.too_many')
  now = 1_000
  expect(refusal('203.0.113.1')).toBeNull()
})

test('a whole town hall behind one address: whoever is signed in is counted for themselves, and a flood of one of them delays nobody else', () => {
  const town = '203.0.113.1'
  for (let round = 0; round < 20; round += 1) for (let rank = 0; rank < 100; rank += 1) expect(refusal(town, `agent ${rank}`)).toBeNull()
  for (let rank = 0; rank < perMinute; rank += 1) limit(town)('pressé')
  expect(refusal(town, 'pressé')?.code).toBe('request.too_many')
  expect([refusal(town, 'agent 1'), refusal(town)]).toEqual([null, null])
  // Wherever they ask from.
  expect(refusal('203.0.113.2', 'pressé')?.code).toBe('request.too_many')
})

test('one machine that made itself many accounts is stopped all the same', () => {
  const machine = '203.0.113.1'
  for (let account = 0; account < 20; account += 1) for (let rank = 0; rank < perMinute; rank += 1) limit(machine)(`compte ${account}`)
  expect(refusal(machine, 'encore un compte')?.code).toBe('request.too_many')
  expect(refusal('203.0.113.2', 'encore un compte')).toBeNull()
})

test('what a person asks for beyond their number stays on the address; who is known a minute later takes nothing off it', () => {
  const [one, other] = ['203.0.113.1', '203.0.113.2']
  for (let rank = 0; rank < perMinute; rank += 1) limit(one)('pressé')
  expect(refusal(one, 'pressé')).not.toBeNull()
  ask(perMinute - 1, () => one)
  expect(refusal(one)?.code).toBe('request.too_many')
  const late = limit(other)
  now = 60_000
  ask(perMinute, () => other)
  late('agent')
  expect(refusal(other)?.code).toBe('request.too_many')
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
