import { Worker } from 'node:worker_threads'
import type { AddedDocument, IndexSettings, WorkerAnswer, WorkerRequest } from './index-worker.ts'
import type { Candidate, IndexQuery } from './memory-index.ts'

export type IndexClient = {
  add: (documents: AddedDocument[]) => Promise<void>
  remove: (index_numbers: number[]) => Promise<void>
  search: (query: IndexQuery) => Promise<Candidate[]>
  close: () => Promise<void>
}

// `Omit` over a union keeps only the common keys: this one keeps each member whole.
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/**
 * The index of this process, in a thread of its own: a search never delays other requests. Rejects when the thread
 * died (`onDeath` is then called once); a new client starts empty.
 */
export const startIndex = (settings: IndexSettings, onDeath: () => void): IndexClient => {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: settings })
  const waiting = new Map<number, { resolve: (candidates: Candidate[] | null) => void; reject: (error: Error) => void }>()
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
  worker.on('exit', (code) => die(new Error(`retrieval index stopped with code ${code}`)))
  worker.on('message', (answer: WorkerAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('failure' in answer) asked?.reject(new Error(answer.failure))
    else asked?.resolve(answer.candidates)
  })
  worker.unref()

  const ask = (request: WithoutId<WorkerRequest>): Promise<Candidate[] | null> =>
    new Promise((resolve, reject) => {
      if (death) {
        reject(death)
        return
      }
      const id = next++
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ ...request, id })
    })

  return {
    add: async (documents) => {
      await ask({ kind: 'add', documents })
    },
    remove: async (index_numbers) => {
      await ask({ kind: 'remove', index_numbers })
    },
    search: async (query) => (await ask({ kind: 'search', query })) ?? [],
    close: async () => {
      closing = true
      await worker.terminate()
    },
  }
}
