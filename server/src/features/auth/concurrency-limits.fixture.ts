import type { Context } from '../../context.ts'
import { signInLimitsOf } from './concurrency-limits.ts'

/** Runs `work` while the queue of password hashing is full. */
export async function whileHashingIsFull(context: Context, work: () => Promise<void>): Promise<void> {
  const { hashing } = signInLimitsOf(context)
  let leave = () => {}
  const busy = new Promise<void>((resolve) => (leave = resolve))
  const before = Array.from({ length: 258 }, () => hashing.run(() => busy))
  try {
    await work()
  } finally {
    leave()
    await Promise.all(before)
  }
}
