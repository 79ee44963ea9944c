import { routes } from '@parvis/contract'
import { invalidate } from '../api/queries.ts'
import { call } from '../api/browser.ts'

/** Time, in milliseconds, during which a second use of the same assistant is not counted: a double click counts once. */
const doubleClickMs = 1_000

let last = { id: '', at: -Infinity }

/** Counts a use of an assistant. Does not wait for the server, and ignores a failure (specification, chapter 7). */
export function countUse(id: string): void {
  const at = performance.now()
  const isRepeated = last.id === id && at - last.at < doubleClickMs
  last = { id, at }
  if (isRepeated) return
  void call(routes.assistants.incrementUsage, { params: { id } })
    .then(() => invalidate(routes.assistants.incrementUsage, { isQuiet: true }))
    .catch(() => undefined)
}
