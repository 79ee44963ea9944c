import type { Route } from '@parvis/contract'
import { AppError } from '../errors/app-error.ts'
import type { LimitRequests } from './mount.ts'

/** Requests that one address may make per minute over all routes: far above a person, far below a flood. */
const perMinute = 1_200
const windowMs = 60_000
const rememberedAddresses = 50_000

/**
 * A counter per address and minute, in this process only: it protects the process. The counters that protect accounts are
 * in the database and shared (features/auth/throttle).
 */
export function createRequestLimiter(now: () => number = Date.now): LimitRequests {
  let windowStart = now()
  let counts = new Map<string, number>()
  return (key: string, _route: Route) => {
    const time = now()
    if (time - windowStart >= windowMs || counts.size > rememberedAddresses) {
      windowStart = time
      counts = new Map()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > perMinute && !isLoopback(key)) {
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil((windowStart + windowMs - time) / 1_000) })
    }
  }
}

// A reverse proxy on the same machine, and the project's own load tests.
function isLoopback(key: string): boolean {
  return key === 'ip:127.0.0.1' || key === 'ip:::1'
}
