import { routes, type ChangeEvent } from '@parvis/contract'
import { tabId } from './random-ids.ts'
import type { Client } from './transport/client.ts'

interface FollowDeps {
  open: Client['open']
  /** Whether a request can be sent without renewing the access token. Requests that no person made must not prolong a session. */
  hasFreshAccess: () => boolean
  /** Time, in milliseconds, since this tab sent its first request. */
  msSinceFirstRequest: () => number
  /** Invalidates the cached answers under these path prefixes. */
  invalidate: (pathPrefixes: readonly string[]) => void
  /** Called when the server sends anything, a keep-alive included. */
  onData: () => void
  /** Waits before another attempt, in milliseconds. Rejects when `signal` aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Waits between attempts, in milliseconds. The last one is repeated without end. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Prefix of all paths: what changed during an interruption is unknown. */
const allPaths = ['/'] as const

/** Margin for the travel time of a request, in milliseconds. A larger one would refetch what has just been read. */
const travelMarginMs = 100

/**
 * Listens to the changes made in other tabs or on other machines, and invalidates what this tab shows of them, until `signal` aborts. After an
 * interruption, invalidates everything.
 */
export async function followChanges(
  { open, hasFreshAccess, msSinceFirstRequest, invalidate, onData, pause }: FollowDeps,
  signal: AbortSignal,
  isReconnecting = false,
): Promise<void> {
  let mayHaveMissed = isReconnecting
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (hasFreshAccess()) {
        // Also asks for the changes made since this tab's first requests.
        const since = mayHaveMissed ? {} : { ago: String(Math.ceil(msSinceFirstRequest()) + travelMarginMs) }
        const response = await open(routes.changes.follow, {
          query: { tab: tabId, seconds: '600', ...since },
          signal,
          headers: { Accept: 'text/event-stream' },
        })
        if (mayHaveMissed) invalidate(allPaths)
        for await (const changedPaths of readChanges(response, onData)) {
          failures = 0
          invalidate(changedPaths)
        }
        failures = 0
      }
    } catch {
      // Server restart or network failure: the page stays as it is, and is refetched after the reconnection.
    }
    mayHaveMissed = true
    await pause(retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]!, signal).catch(() => undefined)
  }
}

async function* readChanges({ body }: Response, onData: () => void): AsyncGenerator<ChangeEvent['changed']> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onData()
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop()!
      for (const event of events) if (event.startsWith('data: ')) yield pathPrefixesOf(event.slice('data: '.length))
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Parses the changed path prefixes. An unreadable event counts as a change of everything. */
function pathPrefixesOf(data: string): readonly string[] {
  try {
    const { changed } = JSON.parse(data) as ChangeEvent
    return Array.isArray(changed) ? changed.filter((path) => typeof path === 'string') : allPaths
  } catch {
    return allPaths
  }
}
