import { routes, type Changed } from '@parvis/contract'
import { tabName } from './tab-name.ts'
import type { Client } from './transport/client.ts'

interface FollowDeps {
  open: Client['open']
  /** Whether it can be asked without renewing the access: what no person asked for must not prolong a session. */
  isFresh: () => boolean
  /** For how long this tab has asked for what it shows, in milliseconds. */
  ago: () => number
  /** Asks again for what stands under these beginnings of paths. */
  ask: (beginnings: readonly string[]) => void
  /** The server has said something, if only that it is there. */
  onHeard: () => void
  /** Waits before another attempt, in milliseconds. Rejects when `signal` aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Waits between attempts, in milliseconds: the last one goes on for ever. */
const backOff = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Nobody knows what changed while nothing was heard. */
const everything = ['/'] as const

/** What one call may take longer than another on its way, in milliseconds. More would ask again for what has just been read. */
const margin = 100

/** Hears what is changed elsewhere (another tab, another machine) and asks again for what this tab shows of it, until `signal` aborts. */
export async function followChanges({ open, isFresh, ago, ask, onHeard, pause }: FollowDeps, signal: AbortSignal, isReturning = false): Promise<void> {
  let hasMissed = isReturning
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (isFresh()) {
        // What changed between the first answers and this is told too.
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
      // A server that restarts, a network that is away: what is shown stays, and is asked for again when it is back.
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

/** What cannot be read is no reason to miss something. */
function beginningsOf(data: string): readonly string[] {
  try {
    const { changed } = JSON.parse(data) as Changed
    return Array.isArray(changed) ? changed.filter((path) => typeof path === 'string') : everything
  } catch {
    return everything
  }
}
