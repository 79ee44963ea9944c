import type { Route } from '@parvis/contract'
import { addressKey } from '../address-key.ts'
import { AppError } from '../errors/app-error.ts'
import type { LimitRequests } from './mount.ts'

/** Requests that one sender may make per minute over all routes: far above a person, far below a flood. */
const perMinute = 1_200
const windowMs = 60_000
const rememberedSenders = 50_000

/**
 * A counter per sender and minute, in this process only: it protects the process. The counters that protect accounts are
 * in the database and shared (features/auth/throttle).
 */
export function createRequestLimiter(now: () => number = Date.now): LimitRequests {
  let windowStart = now()
  let counts = new Map<string, number>()
  return (ip: string, _route: Route) => {
    if (isLoopback(ip)) return
    const time = now()
    if (time - windowStart >= windowMs) {
      windowStart = time
      counts = new Map()
    }
    const key = addressKey(ip)
    const count = (counts.get(key) ?? 0) + 1
    // A crowd of addresses makes only the first one seen forgotten: a flood under way stays counted.
    if (count === 1 && counts.size >= rememberedSenders) counts.delete(counts.keys().next().value!)
    counts.set(key, count)
    if (count > perMinute) {
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil((windowStart + windowMs - time) / 1_000) })
    }
  }
}

// A reverse proxy on the same machine, and the project's own load tests.
function isLoopback(ip: string): boolean {
  return ip === '127.0.0.1' || ip === '::1'
}
