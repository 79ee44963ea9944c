/** What a worker keeps from one file to the next, closed when it ends (environment.ts). */
const key = Symbol.for('parvis.e2e.worker-end')

type Closing = () => Promise<unknown>

const kept = (): Closing[] => ((globalThis as { [key]?: Closing[] })[key] ??= [])

/** Has something closed when this worker ends, after its last file. */
export const atWorkerEnd = (close: Closing): void => void kept().push(close)

/** Closes all that was kept, the last first. @throws when one of them could not be closed, once each has been tried */
export async function endWorker(): Promise<void> {
  const failures: unknown[] = []
  for (const close of kept().splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'What this worker kept could not be closed')
}
