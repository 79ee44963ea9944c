import { useCallback, useState } from 'react'
import { useDropZone } from '../../ui/files/use-drop-zone.ts'
import type { FileBatch } from './ConversationFiles.tsx'

/**
 * Collects files from a button (`add`), a drop on the element that gets `zone`, and a paste in the field.
 * @param onProblem called with a sentence when a dropped folder gives no file
 * @param first initial files
 */
export function useFileEntry(isEnabled: boolean, onProblem: (sentence: string) => void, first: readonly File[] = []) {
  const [batches, setBatches] = useState<readonly FileBatch[]>(first.length === 0 ? [] : [{ id: 1, files: first }])
  const add = useCallback((files: readonly File[]) => {
    if (files.length > 0) setBatches((previous) => [...previous, { id: (previous.at(-1)?.id ?? 0) + 1, files }])
  }, [])
  return { batches, add, ...useDropZone({ isEnabled, onFiles: add, onProblem }), clear: useCallback(() => setBatches([]), []) }
}
