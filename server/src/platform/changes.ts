import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Channel } from './db/channel.ts'

/** Notifies the open pages of a person that answers they have are stale, by the path prefixes of these answers. */
export type Changes = {
  /** @param tab the tab that made the change: it is not notified */
  notify(person_id: string, paths: readonly string[], tab?: string): void
  /**
   * Opens an event stream for one tab of a person, for `seconds`. It begins with the changes of the last `ago` milliseconds, the time since the tab's
   * first request.
   */
  follow(person_id: string, query: { tab?: string | undefined; seconds: number; ago?: number | undefined }): Readable
  /** Ends every stream, for good. */
  close(): void
}

/** Interval of keep-alive comments: proxies close connections that stay silent for a minute. */
const keepAliveMs = 15_000
/** Maximum number of tabs of one person followed at once. One more ends the oldest stream, which the tab reopens later. */
const maxTabsPerPerson = 20

/** Time during which a change is remembered, in milliseconds, for tabs that asked before their stream was open. */
const rememberedMs = 60_000
/** Maximum number of remembered changes, over all people. */
const maxRemembered = 10_000

type ChangeNotification = { from: string; person_id: string; paths: string[]; tab?: string }
type Follower = { tab: string | undefined; notify(paths: readonly string[]): void; end(): void }

/** Creates the notifier of this process. @param channel to the other instances, if any */
export function createChanges(channel?: Channel): Changes {
  const ownInstanceId = randomUUID()
  const followers = new Map<string, Set<Follower>>()
  const allPaths: readonly string[] = ['/']

  const memory = createMemory()
  const notifyLocal = (person_id: string, paths: readonly string[], tab?: string) => {
    memory.add({ person_id, paths, tab, at: Date.now() })
    for (const follower of followers.get(person_id) ?? []) if (tab === undefined || follower.tab !== tab) follower.notify(paths)
  }
  channel?.listen({
    onMessage(text) {
      const notification = parseNotification(text)
      if (notification !== null && notification.from !== ownInstanceId) notifyLocal(notification.person_id, notification.paths, notification.tab)
    },
    // Messages may have been missed: everything counts as changed.
    onGap() {
      memory.forget()
      for (const set of followers.values()) for (const follower of set) follower.notify(allPaths)
    },
  })

  return {
    notify(person_id, paths, tab) {
      notifyLocal(person_id, paths, tab)
      channel?.send(JSON.stringify({ from: ownInstanceId, person_id, paths: [...paths], ...(tab !== undefined && { tab }) } satisfies ChangeNotification))
    },
    follow(person_id, { tab, seconds, ago = 0 }) {
      const set = followers.get(person_id) ?? new Set()
      followers.set(person_id, set)
      const { follower, stream } = createFollower(tab, seconds)
      set.add(follower)
      const missed = ago > 0 ? (memory.since(Date.now() - ago, person_id, tab) ?? allPaths) : []
      if (missed.length > 0) follower.notify(missed)
      stream.once('close', () => {
        set.delete(follower)
        if (set.size === 0) followers.delete(person_id)
      })
      if (set.size > maxTabsPerPerson) set.values().next().value?.end()
      return stream
    },
    close() {
      for (const set of followers.values()) for (const follower of set) follower.end()
      channel?.close()
    },
  }
}

type Remembered = { person_id: string; paths: readonly string[]; tab: string | undefined; at: number }

/** Remembers the changes of the last minute. */
function createMemory() {
  let recent: Remembered[] = []
  /** Changes before this instant are unknown. */
  let knownFrom = Date.now()
  return {
    add(notification: Remembered): void {
      recent.push(notification)
      // Rarely, many at once: removing expired changes one by one would cost at each change.
      if (recent.length <= maxRemembered && recent[0]!.at >= notification.at - 2 * rememberedMs) return
      const first = Math.max(
        recent.findIndex(({ at }) => at >= notification.at - rememberedMs),
        recent.length - maxRemembered / 2,
      )
      knownFrom = recent[first - 1]!.at + 1
      recent = recent.slice(first)
    },
    forget(): void {
      recent = []
      knownFrom = Date.now() + 1
    },
    /** Returns the paths changed since `from` by other tabs than this one; null when the memory does not reach so far back. */
    since(from: number, person_id: string, tab: string | undefined): string[] | null {
      if (from < knownFrom) return null
      return recent.flatMap((notification) =>
        notification.at >= from && notification.person_id === person_id && (tab === undefined || notification.tab !== tab) ? notification.paths : [],
      )
    },
  }
}

/** Parses a notification from another instance; null for any other message of the channel. */
function parseNotification(text: string): ChangeNotification | null {
  try {
    const notification = JSON.parse(text) as Partial<ChangeNotification> | null
    return typeof notification?.person_id === 'string' && Array.isArray(notification.paths) ? (notification as ChangeNotification) : null
  } catch {
    return null
  }
}

/** Creates the event stream of one tab. Its memory is bounded however slow the client: pending paths form one set. */
function createFollower(tab: string | undefined, seconds: number): { follower: Follower; stream: Readable } {
  const pending = new Set<string>()
  let isReadRequested = false
  const push = (text: string) => {
    isReadRequested = false
    stream.push(text)
  }
  const sendPending = () => {
    if (!isReadRequested || pending.size === 0) return
    const changedPaths = [...pending]
    pending.clear()
    push(`data: ${JSON.stringify({ changed: changedPaths })}\n\n`)
  }
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      isReadRequested = true
      sendPending()
    },
  })
  // Send the headers at once: the client then knows that its stream is open.
  stream.push(':\n\n')
  const end = () => void stream.push(null)
  const timers = [setInterval(() => isReadRequested && push(':\n\n'), keepAliveMs), setTimeout(end, seconds * 1_000)]
  for (const timer of timers) timer.unref()
  stream.once('close', () => timers.forEach(clearTimeout))
  return {
    stream,
    follower: {
      tab,
      notify(paths) {
        for (const path of paths) pending.add(path)
        sendPending()
      },
      end,
    },
  }
}
