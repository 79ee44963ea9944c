import { parentPort, Worker } from 'node:worker_threads'

/** A thread that answers questions one after another; it does not keep the process alive but while it is asked something. */
export type Thread<Question, Answer> = {
  /** Rejects with what the thread threw, or when it died. */
  ask: (question: Question) => Promise<Answer>
  close: () => Promise<void>
}

type Asked<Question> = { id: number; question: Question }
type Answered<Answer> = { id: number; answer: Answer } | { id: number; failure: string }

/** Starts a script that calls `serveThread`. `onDeath` is called once if it dies before it is closed. */
export const startThread = <Question, Answer>(script: URL, workerData: unknown, onDeath: () => void = () => {}): Thread<Question, Answer> => {
  const worker = new Worker(script, { workerData })
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let next = 1
  let death: Error | null = null
  let closing = false

  const die = (error: Error): void => {
    if (death) return
    death = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    if (!closing) onDeath()
  }
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => die(new Error(`a thread of retrieval stopped with code ${code}`)))
  worker.on('message', (answered: Answered<Answer>) => {
    const asked = waiting.get(answered.id)
    waiting.delete(answered.id)
    // Once it is being closed, the process waits for its end: an answer that comes meanwhile changes nothing of that.
    if (waiting.size === 0 && !closing) worker.unref()
    if ('failure' in answered) asked?.reject(new Error(answered.failure))
    else asked?.resolve(answered.answer)
  })
  worker.unref()

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (death) {
          reject(death)
          return
        }
        const id = next++
        waiting.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, question } satisfies Asked<Question>)
      }),
    close: async () => {
      closing = true
      await worker.terminate()
    },
  }
}

/** In the thread: answers each question in turn. */
export const serveThread = <Question, Answer>(answer: (question: Question) => Answer): void => {
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    let answered: Answered<Answer>
    try {
      answered = { id, answer: answer(question) }
    } catch (error) {
      answered = { id, failure: error instanceof Error ? error.message : String(error) }
    }
    parentPort?.postMessage(answered)
  })
}
