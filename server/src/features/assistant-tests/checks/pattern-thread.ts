import { Worker } from 'node:worker_threads'

/** Result of a regular expression: the text found and its position, null without any, or `timeout`. */
type PatternResult = { found: string; at: number } | null | 'timeout'

/** Runs regular expressions in a thread of its own, which is ended when one takes too long. */
export type PatternThread = {
  find(pattern: string, text: string): Promise<PatternResult>
  close(): Promise<void>
}

/** Maximum duration of one expression, in milliseconds, and of the start of the thread. */
const maxMs = 500
const startMs = 10_000
/** Length of the text that is searched, in characters. */
const maxLength = 50_000

/** Code of the thread: finds `pattern` in `text`, ignoring case. */
const code = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ id, pattern, text }) => {
  const found = new RegExp(pattern, 'iu').exec(text)
  parentPort.postMessage({ id, result: found === null ? null : { found: found[0], at: found.index } })
})
parentPort.postMessage({ id: 0, result: null })
`

/** Creates the thread at its first use. */
export function createPatternThread(): PatternThread {
  let worker: Worker | null = null
  let isReady = false
  let lastId = 0
  let queue: Promise<unknown> = Promise.resolve()

  const ask = (pattern: string, text: string): Promise<PatternResult> => {
    worker ??= new Worker(code, { eval: true })
    const running = worker
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      const settle = (result: PatternResult) => {
        clearTimeout(timer)
        running.off('message', onMessage).off('error', onError)
        resolve(result)
      }
      const stop = () => {
        worker = null
        isReady = false
        void running.terminate()
        settle('timeout')
      }
      let timer = setTimeout(stop, isReady ? maxMs : startMs + maxMs)
      const onMessage = (message: { id: number; result: PatternResult }) => {
        if (message.id === id) return settle(message.result)
        // The thread has started: from now on only the expression takes time.
        isReady = true
        clearTimeout(timer)
        timer = setTimeout(stop, maxMs)
      }
      const onError = (error: Error) => {
        worker = null
        isReady = false
        clearTimeout(timer)
        reject(error)
      }
      running.on('message', onMessage).on('error', onError)
      running.postMessage({ id, pattern, text: text.slice(0, maxLength) })
    })
  }

  return {
    find(pattern, text) {
      // One at a time: a thread that is ended has no other expression.
      const result = queue.then(() => ask(pattern, text))
      queue = result.catch(() => {})
      return result
    },
    async close() {
      await queue
      await worker?.terminate()
      worker = null
    },
  }
}
