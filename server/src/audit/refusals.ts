import { unfinishedSignIn } from '@parvis/contract'
import type { Context } from '../context.ts'
import { addressKey } from '../platform/address-key.ts'

/** Limit on the refusals recorded per sender (token bucket): `burst` at once, then one every `everyMs`. The trail cannot be purged for months. */
const burst = 150
const everyMs = 6_000
const rememberedSenders = 10_000

/** Buckets of each running application, by sender: the time at which the bucket is full again. Least recently used first. */
const buckets = new WeakMap<Context, Map<string, number>>()

/** Whether the outcome is `failed` or an error code, other than that of a sign-in waiting for its second factor. */
export const isRefused = (outcome: string): boolean => outcome !== 'done' && outcome !== 'begun' && outcome !== unfinishedSignIn

type Sender = { context: Context; caller: { id: string } | null; ip: string | null }

/** Takes a token from the bucket of the sender, an account or a network, in this process. False when the bucket is empty. */
export function takeRefusal({ context, caller, ip }: Sender): boolean {
  // Actions of the server itself cannot be repeated at will.
  if (caller === null && ip === null) return true
  const key = caller?.id ?? addressKey(ip!)
  const full = bucketsOf(context)
  const now = context.now().getTime()
  const until = full.get(key) ?? 0
  // The clock was ahead when the value was written: ignore it.
  const at = until > now + burst * everyMs ? now : Math.max(until, now)
  if (at > now + (burst - 1) * everyMs) return false
  full.delete(key)
  full.set(key, at + everyMs)
  if (full.size > rememberedSenders) full.delete(full.keys().next().value!)
  return true
}

function bucketsOf(context: Context): Map<string, number> {
  let found = buckets.get(context)
  if (found === undefined) {
    found = new Map<string, number>()
    buckets.set(context, found)
  }
  return found
}
