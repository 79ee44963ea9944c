import { addressKey } from '../address-key.ts'
import { AppError } from '../errors/app-error.ts'
import type { LimitRequests } from './mount.ts'

/** Requests per minute of one person, or of one address without a session, over all routes. Far more than a person makes, far less than a flood. */
const perMinute = 1_200
/**
 * Requests per minute of one address, for all its people together: enough for a town hall of two thousand people, not for a machine with hundreds of
 * accounts.
 */
const perMinutePerAddress = 20 * perMinute
const windowMs = 60_000
const maxSenders = 50_000

/**
 * Creates the request limiter, with a counter per person or address and minute, in this process only: it protects the process. The counters that protect
 * accounts are in the database (features/auth/throttle).
 * A whole town hall may share one address: once the person is known, a request counts for them and no longer for their address. Requests beyond a person's
 * limit stay on the address, so that a flood is refused before authentication.
 */
export function createRequestLimiter(now: () => number = Date.now): LimitRequests {
  let windowStart = now()
  let counts = new Map<string, number>()
  /** Counts one request of a person or an address. @returns the counters of the current minute @throws {AppError} `request.too_many` */
  const add = (sender: string, limit = perMinute): Map<string, number> => {
    const time = now()
    // If the clock is set back, the current minute would otherwise last until that time comes again.
    if (time - windowStart >= windowMs || time < windowStart) {
      windowStart = time
      counts = new Map()
    }
    const count = (counts.get(sender) ?? 0) + 1
    // Above the limit of stored counters, drop the oldest one: a flood in progress stays counted.
    if (count === 1 && counts.size >= maxSenders) counts.delete(counts.keys().next().value!)
    counts.set(sender, count)
    if (count > limit) {
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil((windowStart + windowMs - time) / 1_000) })
    }
    return counts
  }
  return (ip) => {
    if (isLoopback(ip)) return () => {}
    const address = addressKey(ip)
    add(`all:${address}`, perMinutePerAddress)
    const minute = add(address)
    return (person_id) => {
      add(`person:${person_id}`)
      const otherCount = (minute.get(address) ?? 0) - 1
      if (otherCount > 0) minute.set(address, otherCount)
      else minute.delete(address)
    }
  }
}

// A reverse proxy on the same machine, or the project's own load tests.
function isLoopback(ip: string): boolean {
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'
}
