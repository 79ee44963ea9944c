import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads'

/** A thread that processes requests one by one. It keeps the process alive only while a request is pending. */
export type WorkerThread<Question, Answer> = {
  /** Sends a request. Rejects with the error of the thread, or when the thread dies. */
  send: (question: Question) => Promise<Answer>
  close: () => Promise<void>
}

type ThreadRequest<Question> = { id: number; question: Question }
type ThreadResponse<Answer> = { id: number; answer: Answer } | { id: number; failure: string }

/**
 * Starts a script that calls `serveThread`. `onDeath` is called once if the thread dies before it is closed.
 * @param resourceLimits limits of the memory of the thread
 */
export const startThread = <Question, Answer>(
  script: URL,
  workerData: unknown,
  onDeath: () => void = () => {},
  resourceLimits: ResourceLimits = {},
): WorkerThread<Question, Answer> => {
  const worker = new Worker(script, { workerData, resourceLimits })
  const pendingAnswers = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let next = 1
  let death: Error | null = null
  let closing = false

  const die = (error: Error): void => {
    if (death) return
    death = error
    for (const { reject } of pendingAnswers.values()) reject(error)
    pendingAnswers.clear()
    if (!closing) onDeath()
  }
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => die(new Error(`a thread of retrieval stopped with code ${code}`)))
  worker.on('message', (response: ThreadResponse<Answer>) => {
    const pending = pendingAnswers.get(response.id)
    pendingAnswers.delete(response.id)
    // While closing, the process waits for the end of the thread: an answer must not unref it.
    if (pendingAnswers.size === 0 && !closing) worker.unref()
    if ('failure' in response) pending?.reject(new Error(response.failure))
    else pending?.resolve(response.answer)
  })
  worker.unref()

  return {
    send: (question) =>
      new Promise((resolve, reject) => {
        if (death) {
          reject(death)
          return
        }
        const id = next++
        pendingAnswers.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, question } satisfies ThreadRequest<Question>)
      }),
    close: async () => {
      closing = true
      await worker.terminate()
    },
  }
}

/** Answers each request in turn. While an answer is a pending promise, the next requests are answered. Called in the thread. */
export const serveThread = <Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void => {
  const send = (response: ThreadResponse<Answer>): void => parentPort?.postMessage(response)
  parentPort?.on('message', ({ id, question }: ThreadRequest<Question>) => {
    const fail = (error: unknown): void => send({ id, failure: error instanceof Error ? error.message : String(error) })
    try {
      const answered = answer(question)
      if (answered instanceof Promise) answered.then((value) => send({ id, answer: value }), fail)
      else send({ id, answer: answered })
    } catch (error) {
      fail(error)
    }
  })
}
