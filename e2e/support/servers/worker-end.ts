/** Key of the clean-up functions of this worker, run when it ends (environment.ts). */
const cleanUpsKey = Symbol.for('parvis.e2e.worker-end')

type CleanUp = () => Promise<unknown>

const cleanUps = (): CleanUp[] => ((globalThis as { [cleanUpsKey]?: CleanUp[] })[cleanUpsKey] ??= [])

/** Registers a function to run when this worker ends, after its last test file. */
export const atWorkerEnd = (close: CleanUp): void => void cleanUps().push(close)

/**
 * Runs all registered functions, last one first.
 * @throws when one of them fails, after running all
 */
export async function endWorker(): Promise<void> {
  const failures: unknown[] = []
  for (const close of cleanUps().splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'What this worker kept could not be closed')
}
