import { routes, type Changed } from '@parvis/contract'
import { tabName } from './tab-name.ts'
import type { Client } from './transport/client.ts'

interface FollowDeps {
  open: Client['open']
  /** Whether a request can be sent without renewing the access token. Requests that no person made must not prolong a session. */
  isFresh: () => boolean
  /** Time, in milliseconds, since this tab sent its first request. */
  ago: () => number
  /** Invalidates the cached answers under these path prefixes. */
  ask: (beginnings: readonly string[]) => void
  /** Called when the server sends anything, a keep-alive included. */
  onHeard: () => void
  /** Waits before another attempt, in milliseconds. Rejects when `signal` aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Waits between attempts, in milliseconds. The last one is repeated without end. */
const backOff = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Prefix of all paths: what changed during an interruption is unknown. */
const everything = ['/'] as const

/** Margin for the travel time of a request, in milliseconds. A larger one would refetch what has just been read. */
const margin = 100

/**
 * Listens to the changes made in other tabs or on other machines, and invalidates what this tab shows of them, until `signal` aborts. After an
 * interruption, invalidates everything.
 */
export async function followChanges({ open, isFresh, ago, ask, onHeard, pause }: FollowDeps, signal: AbortSignal, isReturning = false): Promise<void> {
  let hasMissed = isReturning
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (isFresh()) {
        // Also asks for the changes made since this tab's first requests.
        const since = hasMissed ? {} : { ago: String(Math.ceil(ago()) + margin) }
        const response = await open(routes.changes.follow, {
          query: { tab: tabName, seconds: '600', ...since },
          signal,
          headers: { Accept: 'text/event-stream' },
        })
        if (hasMissed) ask(everything)
        for await (const changed of heard(response, onHeard)) {
          failures = 0
          ask(changed)
        }
        failures = 0
      }
    } catch {
      // Server restart or network failure: the page stays as it is, and is refetched after the reconnection.
    }
    hasMissed = true
    await pause(backOff[Math.min(failures, backOff.length - 1)]!, signal).catch(() => undefined)
  }
}

async function* heard({ body }: Response, onHeard: () => void): AsyncGenerator<Changed['changed']> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onHeard()
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop()!
      for (const event of events) if (event.startsWith('data: ')) yield beginningsOf(event.slice('data: '.length))
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Parses the changed path prefixes. An unreadable event counts as a change of everything. */
function beginningsOf(data: string): readonly string[] {
  try {
    const { changed } = JSON.parse(data) as Changed
    return Array.isArray(changed) ? changed.filter((path) => typeof path === 'string') : everything
  } catch {
    return everything
  }
}
