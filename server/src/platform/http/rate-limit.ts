import type { Route } from '@parvis/contract'
import { addressKey } from '../address-key.ts'
import { AppError } from '../errors/app-error.ts'
import type { LimitRequests } from './mount.ts'

/** Requests that one person, or one address without a session, may make per minute over all routes: far above a person, far below a flood. */
const perMinute = 1_200
/** Those of one address, whoever asks there: of a town hall of two thousand, not of a machine that made itself hundreds of accounts. */
const perMinuteInAll = 20 * perMinute
const windowMs = 60_000
const rememberedSenders = 50_000

/**
 * A counter per sender and minute, in this process only: it protects the process. The counters that protect accounts are
 * in the database and shared (features/auth/throttle). A whole town hall may have one address: a request is its person's once
 * they are known, and no longer its address's. What a person asks for beyond their number stays on the address: a flood is
 * refused before it is known whose it is.
 */
export function createRequestLimiter(now: () => number = Date.now): LimitRequests {
  let windowStart = now()
  let counts = new Map<string, number>()
  /** Adds a request to a sender. @returns the counters of its minute */
  const add = (sender: string, most = perMinute): Map<string, number> => {
    const time = now()
    // A clock that was ahead and is set right: its minute would last until it comes again.
    if (time - windowStart >= windowMs || time < windowStart) {
      windowStart = time
      counts = new Map()
    }
    const count = (counts.get(sender) ?? 0) + 1
    // A crowd of senders makes only the first one seen forgotten: a flood under way stays counted.
    if (count === 1 && counts.size >= rememberedSenders) counts.delete(counts.keys().next().value!)
    counts.set(sender, count)
    if (count > most) {
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil((windowStart + windowMs - time) / 1_000) })
    }
    return counts
  }
  return (ip: string, _route: Route) => {
    if (isLoopback(ip)) return () => {}
    const address = addressKey(ip)
    add(`all:${address}`, perMinuteInAll)
    const minute = add(address)
    return (person_id) => {
      add(`person:${person_id}`)
      const others = (minute.get(address) ?? 0) - 1
      if (others > 0) minute.set(address, others)
      else minute.delete(address)
    }
  }
}

// A reverse proxy on the same machine, and the project's own load tests.
function isLoopback(ip: string): boolean {
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'
}
