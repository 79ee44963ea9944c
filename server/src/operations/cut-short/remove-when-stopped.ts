import { rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Until the answer is called, a signal that ends this process first removes these files and folders: what a command works on is in clear, and whole
 * days may pass before the next one finds what a former left.
 */
export function removeWhenStopped(...places: readonly string[]): () => void {
  const release = () => {
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
