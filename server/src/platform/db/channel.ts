import pg from 'pg'
import type { Log } from '../log.ts'
import { isRefusedForGood } from './errors.ts'

/** What the processes on one database say to each other; nothing is kept. */
export type Channel = {
  /** At most 8,000 bytes. While the database is away it waits, the last thousand of what is said. */
  say(text: string): void
  /** Hears what every process says, this one too, from now on; `onGap`: something may have been missed. Once. */
  listen(heard: { onMessage(text: string): void; onGap(): void }): void
  close(): void
}

const name = 'parvis'
const firstWaitMs = 500
const longestWaitMs = 15_000
const mostUnsaid = 1_000
/** How often the server is asked whether it is still there, and how long it may take to answer. */
const attention = { everyMs: 15_000, patienceMs: 10_000 }

/**
 * A connection of its own, which comes back after the database was away, or lost behind the network without a word. It keeps no process from
 * ending.
 */
export function openChannel(server: pg.ClientConfig, log: Log, { everyMs, patienceMs } = attention): Channel {
  let client: pg.Client | null = null
  let isClosed = false
  let asking: Promise<unknown> = Promise.resolve()
  let heard: Parameters<Channel['listen']>[0] | null = null
  let beat: NodeJS.Timeout | undefined
  /** Oldest first: nobody else knows that something was missed where this connection alone was away. */
  const unsaid = new Set<string>()

  /** Without an answer the client is ended, and another takes its place: ended while it asks, it destroys its connection. */
  async function ask(asked: pg.Client, text: string, values?: string[]): Promise<void> {
    const timer = setTimeout(() => void asked.end(), patienceMs).unref()
    await asked.query(text, values).finally(() => clearTimeout(timer))
  }
  // One after the other: a client that is asked while it asks keeps the second in a queue that pg is about to give up.
  const askNext = (work: () => Promise<void> | null) => {
    asking = asking.then(work).catch(() => {})
  }
  const sayAll = async () => {
    for (const text of unsaid) {
      if (client === null) return
      unsaid.delete(text)
      await ask(client, 'select pg_notify($1, $2)', [name, text]).catch((error: unknown) => {
        if (!isRefusedForGood(error)) unsaid.add(text)
        throw error
      })
    }
  }
  async function connect(waitMs: number): Promise<void> {
    const next = new pg.Client(server)
    let isOver = false
    const again = () => {
      if (isOver) return
      isOver = true
      client = null
      next.end().catch(() => {})
      if (!isClosed) setTimeout(() => void connect(Math.min(waitMs * 2, longestWaitMs)), waitMs).unref()
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ payload }) => heard?.onMessage(payload ?? ''))
    try {
      await next.connect()
      await ask(next, `listen ${name}`)
      if (isClosed) return void next.end()
      client = next
      waitMs = firstWaitMs
      heard?.onGap()
      askNext(sayAll)
    } catch (error) {
      log.debug({ err: error instanceof Error ? error.name : 'unknown' }, 'no channel to the other instances yet')
      again()
    }
  }
  return {
    say(text) {
      unsaid.add(text)
      if (unsaid.size > mostUnsaid) unsaid.delete(unsaid.values().next().value!)
      askNext(sayAll)
    },
    listen(listener) {
      heard = listener
      void connect(firstWaitMs)
      beat = setInterval(() => askNext(() => client && ask(client, `listen ${name}`)), everyMs).unref()
    },
    close() {
      isClosed = true
      clearInterval(beat)
      void asking.then(() => client?.end()).catch(() => {})
    },
  }
}
