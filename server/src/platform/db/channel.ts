import pg from 'pg'
import type { Log } from '../log.ts'

/** What the processes on one database say to each other; nothing is kept. */
export type Channel = {
  /** At most 8,000 bytes; lost while the database is away. */
  say(text: string): void
  /** Hears what every process says, this one too, from now on; `onGap`: something may have been missed. Once. */
  listen(heard: { onMessage(text: string): void; onGap(): void }): void
  close(): void
}

const name = 'parvis'
const firstWaitMs = 500
const longestWaitMs = 15_000

/** A connection of its own, which comes back after the database was away. It keeps no process from ending. */
export function openChannel(server: pg.ClientConfig, log: Log): Channel {
  let client: pg.Client | null = null
  let isClosed = false
  let said: Promise<unknown> = Promise.resolve()
  let heard: Parameters<Channel['listen']>[0] | null = null

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
      await next.query(`listen ${name}`)
      if (isClosed) return void next.end()
      client = next
      waitMs = firstWaitMs
      heard?.onGap()
    } catch (error) {
      log.debug({ err: error instanceof Error ? error.name : 'unknown' }, 'no channel to the other instances yet')
      again()
    }
  }
  return {
    say(text) {
      // One after the other: a client that is asked while it asks keeps the second in a queue that pg is about to give up.
      said = said.then(() => client?.query('select pg_notify($1, $2)', [name, text])).catch(() => {})
    },
    listen(listener) {
      heard = listener
      void connect(firstWaitMs)
    },
    close() {
      isClosed = true
      void said.then(() => client?.end()).catch(() => {})
    },
  }
}
