import type { Day } from '@parvis/contract'
import { todayInParis } from '../../../platform/paris.ts'

/** Days of a request, in Paris: the one at which documents must be in force, and the current one. */
export type RequestDays = { as_of: Day; today: Day }

/** Returns the days of a request that names none. */
export function currentDays(clock: { now(): Date }): RequestDays {
  const today = todayInParis(clock)
  return { as_of: today, today }
}
