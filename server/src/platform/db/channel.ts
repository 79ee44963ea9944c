import pg from 'pg'
import type { Log } from '../log.ts'
import { isRefusedForGood } from './errors.ts'

/** Messages between the processes on one database (`listen` and `notify`). Nothing is stored. */
export type Channel = {
  /** Sends a message of 8,000 bytes at most. While the database is down, the last thousand messages wait. */
  say(text: string): void
  /** Listens to the messages of every process, this one included. `onGap`: messages may have been missed. To be called once. */
  listen(heard: { onMessage(text: string): void; onGap(): void }): void
  close(): void
}

const name = 'parvis'
const firstWaitMs = 500
const longestWaitMs = 15_000
const mostUnsaid = 1_000
/** Interval of the checks that the server is still there, and timeout of every statement of the channel. */
const attention = { everyMs: 15_000, patienceMs: 10_000 }

/**
 * Opens a channel on a connection of its own. It reconnects after the database was down, or after a connection lost without notice. It does not keep the
 * process alive.
 */
export function openChannel(server: pg.ClientConfig, log: Log, { everyMs, patienceMs } = attention): Channel {
  let client: pg.Client | null = null
  let isClosed = false
  let asking: Promise<unknown> = Promise.resolve()
  let heard: Parameters<Channel['listen']>[0] | null = null
  let beat: NodeJS.Timeout | undefined
  /**
   * Messages to send, oldest first. They are kept while disconnected: when only this connection is down, the other processes cannot know that they missed
   * something.
   */
  const unsaid = new Set<string>()

  /**
   * Runs a statement with a timeout. On timeout the client is ended, which in the middle of a statement destroys its connection, and another one connects.
   */
  async function ask(asked: pg.Client, text: string, values?: string[]): Promise<void> {
    const timer = setTimeout(() => void asked.end(), patienceMs).unref()
    await asked.query(text, values).finally(() => clearTimeout(timer))
  }
  // Run one statement at a time: pg deprecates the queue of statements inside a client.
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
