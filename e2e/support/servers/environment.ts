import type { Environment } from 'vitest/runtime'

/**
 * Environment of the journeys: plain Node. A worker has one environment for all its files (`isolate: false`), whose end closes the shared resources of the
 * worker.
 */
const environment: Environment = { name: 'journeys', viteEnvironment: 'ssr', setup: () => ({ teardown: endWorker }) }

export default environment

/** Registers a function to run when this worker ends, after its last test file. */
export const atWorkerEnd = (close: CleanUp): void => void cleanUps().push(close)

type CleanUp = () => Promise<unknown>

/** Key of the clean-up functions of this worker: the environment and the tests load this module separately. */
const cleanUpsKey = Symbol.for('parvis.e2e.worker-end')

const cleanUps = (): CleanUp[] => ((globalThis as { [cleanUpsKey]?: CleanUp[] })[cleanUpsKey] ??= [])

/**
 * Runs all registered functions, last one first.
 * @throws when one of them fails, after running all
 */
async function endWorker(): Promise<void> {
  const failures: unknown[] = []
  for (const close of cleanUps().splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'What this worker kept could not be closed')
}
