import { unfinishedSignIn } from '@parvis/contract'
import type { Context } from '../context.ts'
import { addressKey } from '../platform/address-key.ts'

/** Limit on the refusals recorded per sender (token bucket): `maxBurst` at once, then one every `refillMs`. The trail cannot be purged for months. */
const maxBurst = 150
const refillMs = 6_000
const maxSenders = 10_000

/** Buckets of each running application, by sender: the time at which the bucket is full again. Least recently used first. */
const buckets = new WeakMap<Context, Map<string, number>>()

/** Whether the outcome is `failed` or an error code, other than that of a sign-in waiting for its second factor. */
export const isRefused = (outcome: string): boolean => outcome !== 'done' && outcome !== 'begun' && outcome !== unfinishedSignIn

type RefusedSender = { context: Context; caller: { id: string } | null; ip: string | null }

/** Takes a token from the bucket of the sender, an account or a network, in this process. False when the bucket is empty. */
export function takeToken({ context, caller, ip }: RefusedSender): boolean {
  // Actions of the server itself cannot be repeated at will.
  if (caller === null && ip === null) return true
  const key = caller?.id ?? addressKey(ip!)
  const fullAt = bucketsOf(context)
  const now = context.now().getTime()
  const fullAtOfSender = fullAt.get(key) ?? 0
  // The clock was ahead when the value was written: ignore it.
  const nextFullAt = fullAtOfSender > now + maxBurst * refillMs ? now : Math.max(fullAtOfSender, now)
  if (nextFullAt > now + (maxBurst - 1) * refillMs) return false
  fullAt.delete(key)
  fullAt.set(key, nextFullAt + refillMs)
  if (fullAt.size > maxSenders) fullAt.delete(fullAt.keys().next().value!)
  return true
}

function bucketsOf(context: Context): Map<string, number> {
  let bucket = buckets.get(context)
  if (bucket === undefined) {
    bucket = new Map<string, number>()
    buckets.set(context, bucket)
  }
  return bucket
}
