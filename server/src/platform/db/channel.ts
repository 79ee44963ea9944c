import pg from 'pg'
import type { Log } from '../log.ts'
import { isPermanentFailure } from './errors.ts'

/** Messages between the processes on one database (`listen` and `notify`). Nothing is stored. */
export type Channel = {
  /** Sends a message of 8,000 bytes at most. While the database is down, the last thousand messages wait. */
  send(text: string): void
  /** Listens to the messages of every process, this one included. `onGap`: messages may have been missed. To be called once. */
  listen(heard: { onMessage(text: string): void; onGap(): void }): void
  close(): void
}

const channelName = 'parvis'
const minReconnectMs = 500
const maxReconnectMs = 15_000
const maxPending = 1_000
/** Interval of the checks that the server is still there, and timeout of every statement of the channel. */
const heartbeat = { everyMs: 15_000, patienceMs: 10_000 }

/**
 * Opens a channel on a connection of its own. It reconnects after the database was down, or after a connection lost without notice. It does not keep the
 * process alive.
 */
export function openChannel(server: pg.ClientConfig, log: Log, { everyMs, patienceMs } = heartbeat): Channel {
  let client: pg.Client | null = null
  let isClosed = false
  let queue: Promise<unknown> = Promise.resolve()
  let messageListener: Parameters<Channel['listen']>[0] | null = null
  let heartbeatTimer: NodeJS.Timeout | undefined
  /**
   * Messages to send, oldest first. They are kept while disconnected: when only this connection is down, the other processes cannot know that they missed
   * something.
   */
  const pending = new Set<string>()

  /**
   * Runs a statement with a timeout. On timeout the client is ended, which in the middle of a statement destroys its connection, and another one connects.
   */
  async function runWithTimeout(target: pg.Client, text: string, values?: unknown[]): Promise<void> {
    const timer = setTimeout(() => void target.end(), patienceMs).unref()
    await target.query(text, values).finally(() => clearTimeout(timer))
  }
  // Run one statement at a time: pg deprecates the queue of statements inside a client.
  const enqueue = (work: () => Promise<void> | null) => {
    queue = queue.then(work).catch(() => {})
  }
  const sendPending = async () => {
    if (client === null || pending.size === 0) return
    const texts = [...pending]
    pending.clear()
    await runWithTimeout(client, 'select pg_notify($1, text) from unnest($2::text[]) text', [channelName, texts]).catch((error: unknown) => {
      if (!isPermanentFailure(error)) for (const text of texts) pending.add(text)
      throw error
    })
  }
  async function connect(waitMs: number): Promise<void> {
    const next = new pg.Client(server)
    let isReplaced = false
    const reconnect = () => {
      if (isReplaced) return
      isReplaced = true
      client = null
      next.end().catch(() => {})
      if (!isClosed) setTimeout(() => void connect(Math.min(waitMs * 2, maxReconnectMs)), waitMs).unref()
    }
    next.on('error', reconnect)
    next.on('end', reconnect)
    next.on('notification', ({ payload }) => messageListener?.onMessage(payload ?? ''))
    try {
      await next.connect()
      await runWithTimeout(next, `listen ${channelName}`)
      if (isClosed) return void next.end()
      client = next
      waitMs = minReconnectMs
      messageListener?.onGap()
      enqueue(sendPending)
    } catch (error) {
      log.debug({ err: error instanceof Error ? error.name : 'unknown' }, 'no channel to the other instances yet')
      reconnect()
    }
  }
  return {
    send(text) {
      pending.add(text)
      if (pending.size > maxPending) pending.delete(pending.values().next().value!)
      enqueue(sendPending)
    },
    listen(listener) {
      messageListener = listener
      void connect(minReconnectMs)
      heartbeatTimer = setInterval(() => enqueue(() => client && runWithTimeout(client, `listen ${channelName}`)), everyMs).unref()
    },
    close() {
      isClosed = true
      clearInterval(heartbeatTimer)
      void queue.then(() => client?.end()).catch(() => {})
    },
  }
}
