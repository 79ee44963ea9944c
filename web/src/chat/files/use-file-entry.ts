import { useCallback, useState } from 'react'
import { useDropZone } from '../../ui/files/use-drop-zone.ts'
import type { FileBatch } from './ConversationFiles.tsx'

/**
 * The ways in for files: a button, a drop anywhere on the element that takes `zone`, a paste in the field.
 * @param onProblem told why a folder that was dropped gives nothing, in a sentence
 * @param first files that are there from the start
 */
export function useFileEntry(isEnabled: boolean, onProblem: (sentence: string) => void, first: readonly File[] = []) {
  const [batches, setBatches] = useState<readonly FileBatch[]>(first.length === 0 ? [] : [{ id: 1, files: first }])
  const add = useCallback((files: readonly File[]) => {
    if (files.length > 0) setBatches((former) => [...former, { id: (former.at(-1)?.id ?? 0) + 1, files }])
  }, [])
  return { batches, add, ...useDropZone({ isEnabled, onFiles: add, onProblem }), clear: useCallback(() => setBatches([]), []) }
}
