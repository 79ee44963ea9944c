import { unfinishedSignIn } from '@parvis/contract'
import type { Context } from '../context.ts'
import { addressKey } from '../platform/address-key.ts'

/** Refusals of one sender that the trail keeps: so many in a row, then one each time. Nobody can purge it for months. */
const burst = 150
const everyMs = 6_000
const rememberedSenders = 10_000

/** Of each running application: the instant at which the bucket of a sender is full again; whoever took from it last comes last. */
const buckets = new WeakMap<Context, Map<string, number>>()

/** Whether an act came to nothing for a reason of its own: neither done, nor begun, nor on its way to a second factor. */
export const isRefused = (outcome: string): boolean => outcome !== 'done' && outcome !== 'begun' && outcome !== unfinishedSignIn

type Sender = { context: Context; caller: { id: string } | null; ip: string | null }

/** Takes one refusal from the bucket of who asked, an account or a network, in this process; false when it is empty. */
export function takeRefusal({ context, caller, ip }: Sender): boolean {
  // What the server itself tried, nobody repeats at will.
  if (caller === null && ip === null) return true
  const key = caller?.id ?? addressKey(ip!)
  const full = bucketsOf(context)
  const now = context.now().getTime()
  const until = full.get(key) ?? 0
  // A clock that was ahead when it was written is not waited for.
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
