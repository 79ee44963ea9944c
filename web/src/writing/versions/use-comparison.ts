import { compareVersions, type Block, type VersionStep } from '@parvis/written-document'
import { startTransition, useEffect, useState } from 'react'
import { startWorker } from '../../api/transport/start-worker.ts'
// oxlint-disable-next-line import/default -- « ?worker&url » gives the address of the file, not the file
import workerAddress from './compare-worker.ts?worker&url'

export interface ComparedVersions {
  before: readonly Block[]
  after: readonly Block[]
}

/**
 * Compares two versions in a worker, because two long ones would hold the keys. They are compared here where the worker does not start. React draws the steps in
 * slices, and compares the words of each as it draws it.
 * @returns null until both versions are there and compared
 */
export function useComparison(before: readonly Block[] | undefined, after: readonly Block[] | undefined): readonly VersionStep[] | null {
  const [compared, setCompared] = useState<(ComparedVersions & { steps: readonly VersionStep[] }) | null>(null)
  useEffect(() => {
    if (before === undefined || after === undefined) return undefined
    const show = (steps: readonly VersionStep[]) => startTransition(() => setCompared({ before, after, steps }))
    const worker = startWorker(workerAddress)
    worker.addEventListener('message', ({ data }: MessageEvent<VersionStep[]>) => show(data))
    worker.addEventListener('error', () => show(compareVersions(before, after)))
    worker.postMessage({ before, after } satisfies ComparedVersions)
    return () => worker.terminate()
  }, [before, after])
  return compared !== null && compared.before === before && compared.after === after ? compared.steps : null
}
