import { rmSync } from 'node:fs'
import { utimes } from 'node:fs/promises'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Often enough that a folder at work is never as old as one that was left. */
const touchEveryMs = 3_600_000

/**
 * Until the answer is called, a signal that ends this process first removes these files and folders: what a command works on is in clear, and whole
 * days may pass before the next one finds what a former left. Their dates tell that next one that somebody is at work: that of a folder stands still
 * while what is inside grows.
 */
export function holdWork(...places: readonly string[]): () => void {
  const touching = setInterval(() => {
    // One may not be there yet, or belong to the account of the server.
    for (const place of places) void utimes(place, new Date(), new Date()).catch(() => {})
  }, touchEveryMs).unref()
  const release = () => {
    clearInterval(touching)
    for (const signal of signals) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    release()
    // A thread of the engine may still write there.
    for (const place of places) rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    // Whoever waits for this process sees which signal ended it.
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  return release
}
