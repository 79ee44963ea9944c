import type { LibraryDocument } from '@parvis/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { useFileEntry } from './use-file-entry.ts'
import { useFiles } from './use-files.ts'
import type { FileOwner } from './use-upload-queue.ts'

/** Projects and assistants have no pending questions that wait for their files. */
const noQuestions: readonly string[] = []

/**
 * Panel of the files of a project or an assistant: `useFiles`, with what is chosen (`add`), or dropped and pasted (`zone`).
 * @param documents files when the owner was last fetched; stable reference
 */
export function useFilePanel(owner: FileOwner, documents: readonly LibraryDocument[], isEnabled = true) {
  const instance = useInstance()
  const [problem, setProblem] = useState<string | null>(null)
  const attached = useMemo(() => documents.map(({ id, original_filename }) => ({ document_id: id, filename: original_filename })), [documents])
  const files = useFiles(owner, attached, noQuestions, { lives: documents })
  const { batches, add, zone, isOver } = useFileEntry(isEnabled, setProblem)
  const lastBatchId = useRef(0)
  const addBatches = useEffectEvent(() => {
    for (const { id, files: chosen } of batches) if (id > lastBatchId.current) files.add(chosen, instance?.max_upload_mb ?? null)
    lastBatchId.current = batches.at(-1)?.id ?? 0
  })
  useEffect(() => addBatches(), [batches])
  const isSending = files.state.uploads.some(({ refusal }) => refusal === null)
  return { files, add, zone: { ...zone, 'data-over': isOver || undefined }, problem, setProblem, isSending }
}
