import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Channel } from './db/channel.ts'

/** Tells the pages of a person, wherever they are open, that answers which they have are no longer the same: the beginnings of their paths. */
export type Changes = {
  /** @param tab the one that made the change, which knows it already */
  tell(person_id: string, paths: readonly string[], tab?: string): void
  /** What one tab of this person is told, as events, for so long; first what was changed since it began to ask, `ago` milliseconds before. */
  follow(person_id: string, asked: { tab?: string | undefined; seconds: number; ago?: number | undefined }): Readable
  /** Ends what is followed, for good. */
  close(): void
}

/** Proxies close connections that stay silent for a minute. */
const keepAliveMs = 15_000
/** Tabs of one person that are followed at once; past that the oldest comes back later. */
const mostTabs = 20

/** What was said so long ago, in milliseconds, may be said again to a tab that began to ask before it was followed. */
const rememberedMs = 60_000
/** Changes that are remembered at once, whoever made them. */
const mostRemembered = 10_000

type Told = { from: string; person_id: string; paths: string[]; tab?: string }
type Follower = { tab: string | undefined; tell(paths: readonly string[]): void; end(): void }

/** @param channel to the other instances, where there may be some */
export function createChanges(channel?: Channel): Changes {
  const own = randomUUID()
  const followers = new Map<string, Set<Follower>>()
  const everywhere: readonly string[] = ['/']

  const memory = createMemory()
  const tellHere = (person_id: string, paths: readonly string[], tab?: string) => {
    memory.keep({ person_id, paths, tab, at: Date.now() })
    for (const follower of followers.get(person_id) ?? []) if (tab === undefined || follower.tab !== tab) follower.tell(paths)
  }
  channel?.listen({
    onMessage(text) {
      const told = toldOf(text)
      if (told !== null && told.from !== own) tellHere(told.person_id, told.paths, told.tab)
    },
    // Nobody knows what was said meanwhile.
    onGap() {
      memory.forget()
      for (const set of followers.values()) for (const follower of set) follower.tell(everywhere)
    },
  })

  return {
    tell(person_id, paths, tab) {
      tellHere(person_id, paths, tab)
      channel?.say(JSON.stringify({ from: own, person_id, paths: [...paths], ...(tab !== undefined && { tab }) } satisfies Told))
    },
    follow(person_id, { tab, seconds, ago = 0 }) {
      const set = followers.get(person_id) ?? new Set()
      followers.set(person_id, set)
      const { follower, stream } = createFollower(tab, seconds)
      set.add(follower)
      const missed = ago > 0 ? (memory.since(Date.now() - ago, person_id, tab) ?? everywhere) : []
      if (missed.length > 0) follower.tell(missed)
      stream.once('close', () => {
        set.delete(follower)
        if (set.size === 0) followers.delete(person_id)
      })
      if (set.size > mostTabs) set.values().next().value?.end()
      return stream
    },
    close() {
      for (const set of followers.values()) for (const follower of set) follower.end()
      channel?.close()
    },
  }
}

type Remembered = { person_id: string; paths: readonly string[]; tab: string | undefined; at: number }

/** The last changes, for a minute. */
function createMemory() {
  let kept: Remembered[] = []
  /** Nothing is known of what was before. */
  let knownFrom = Date.now()
  return {
    keep(told: Remembered): void {
      kept.push(told)
      // Not at each of them: what is past its time goes many at once.
      if (kept.length <= mostRemembered && kept[0]!.at >= told.at - 2 * rememberedMs) return
      const first = Math.max(
        kept.findIndex(({ at }) => at >= told.at - rememberedMs),
        kept.length - mostRemembered / 2,
      )
      knownFrom = kept[first - 1]!.at + 1
      kept = kept.slice(first)
    },
    forget(): void {
      kept = []
      knownFrom = Date.now() + 1
    },
    /** The paths that others than this tab have changed since; null where that is not known. */
    since(from: number, person_id: string, tab: string | undefined): string[] | null {
      if (from < knownFrom) return null
      return kept.flatMap((told) => (told.at >= from && told.person_id === person_id && (tab === undefined || told.tab !== tab) ? told.paths : []))
    },
  }
}

/** What another instance said; null for what something else says on the same channel. */
function toldOf(text: string): Told | null {
  try {
    const told = JSON.parse(text) as Partial<Told> | null
    return typeof told?.person_id === 'string' && Array.isArray(told.paths) ? (told as Told) : null
  } catch {
    return null
  }
}

/** Holds no more than what is still to say, however slow its reader. */
function createFollower(tab: string | undefined, seconds: number): { follower: Follower; stream: Readable } {
  const pending = new Set<string>()
  let isWanted = false
  const give = (text: string) => {
    isWanted = false
    stream.push(text)
  }
  const tellPending = () => {
    if (!isWanted || pending.size === 0) return
    const changed = [...pending]
    pending.clear()
    give(`data: ${JSON.stringify({ changed })}\n\n`)
  }
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      isWanted = true
      tellPending()
    },
  })
  // The head leaves at once: the reader knows that it is followed.
  stream.push(':\n\n')
  const end = () => void stream.push(null)
  const timers = [setInterval(() => isWanted && give(':\n\n'), keepAliveMs), setTimeout(end, seconds * 1_000)]
  for (const timer of timers) timer.unref()
  stream.once('close', () => timers.forEach(clearTimeout))
  return {
    stream,
    follower: {
      tab,
      tell(paths) {
        for (const path of paths) pending.add(path)
        tellPending()
      },
      end,
    },
  }
}
