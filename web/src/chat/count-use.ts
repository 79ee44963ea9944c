import { routes } from '@parvis/contract'
import { invalidate } from '../api/ask.ts'
import { call } from '../api/browser.ts'

/** The second click of a double click comes within this, in milliseconds: it opens nothing more. */
const doubleClickMs = 1_000

let last = { id: '', at: -Infinity }

/** Counts a use of an assistant. Counting never holds anybody back, and its failure is ignored (specification, chapter 7). */
export function countUse(id: string): void {
  const at = performance.now()
  const isRepeated = last.id === id && at - last.at < doubleClickMs
  last = { id, at }
  if (isRepeated) return
  void call(routes.assistants.incrementUsage, { params: { id } })
    .then(() => invalidate(routes.assistants.incrementUsage, { isQuiet: true }))
    .catch(() => undefined)
}
