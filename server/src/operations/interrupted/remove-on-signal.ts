import { rmSync } from 'node:fs'
import { utimes } from 'node:fs/promises'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Interval of the modification-time updates: far below `abandonedAfterMs`, after which a work folder is deleted. */
const touchIntervalMs = 3_600_000

/**
 * Deletes these files and folders if a signal ends the process, until the returned function is called: a command's work files are unencrypted, and would
 * stay until the next backup cleans them. Their modification time is updated regularly, so that another command does not delete them as abandoned.
 */
export function removeOnSignal(...paths: readonly string[]): () => void {
  const timer = setInterval(() => {
    // A path may not exist yet, or may belong to the server's account.
    for (const place of paths) void utimes(place, new Date(), new Date()).catch(() => {})
  }, touchIntervalMs).unref()
  const release = () => {
    clearInterval(timer)
    for (const signal of signals) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    release()
    // A thread of the database engine may still be writing there.
    for (const place of paths) rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    // The parent process must see which signal ended this one.
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  return release
}
