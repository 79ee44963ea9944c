import { routes } from '@parvis/contract'
import { ApiError, isAbort, isTemporary, sentenceOf } from '../../../api/transport/api-error.ts'
import { uploadForm, uploadFiles, type UploadDeps } from '../../../api/transport/upload.ts'
import type { RefusedFile } from '../../../chat/files/file-rules.ts'

export interface LoadResult {
  /** Ids of the documents that were stored, in the order of their files. */
  ids: string[]
  refused: RefusedFile[]
  /** Errors of the failed uploads, in order. */
  errors: unknown[]
  /** Files that failed for a temporary reason and can be sent again as they are. */
  unsent: File[]
  /** The upload was aborted because the page was left. */
  isAborted: boolean
}

const notSent = 'Ce fichier n’a pas pu être envoyé.'

/** Uploads files one at a time, each in its own request: proxies limit the size of a request, and a refused file does not affect the others. */
export async function loadFiles(
  deps: UploadDeps,
  files: readonly File[],
  { signal, onProgress }: { signal: AbortSignal; /** Percentage of the total size that has been sent, from 0 to 100. */ onProgress: (percent: number) => void },
): Promise<LoadResult> {
  const loaded: LoadResult = { ids: [], refused: [], errors: [], unsent: [], isAborted: false }
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let sentBytes = 0
  for (const file of files) {
    const bytesBefore = sentBytes
    try {
      const answer = await uploadFiles(deps, routes.library.upload, uploadForm('document', file), {
        signal,
        onProgress: (percent) => onProgress(total === 0 ? 100 : ((bytesBefore + (file.size * percent) / 100) / total) * 100),
      })
      loaded.ids.push(...answer.files.map(({ document_id }) => document_id))
      loaded.refused.push(...answer.refused)
    } catch (error) {
      if (isAbort(error) || signal.aborted) return { ...loaded, isAborted: true }
      loaded.errors.push(error)
      loaded.refused.push({ filename: file.name, reason: (error instanceof ApiError && error.fields['document']) || sentenceOf(error, notSent) })
      if (isTemporary(error)) loaded.unsent.push(file)
    }
    sentBytes += file.size
  }
  return loaded
}

/** Returns the files left to send: those that failed temporarily, and those chosen during the upload, as a dropped folder takes time to read. */
export const stillToSend = (chosen: readonly File[], sentFiles: readonly File[], unsent: readonly File[]): File[] =>
  chosen.filter((file) => unsent.includes(file) || !sentFiles.includes(file))
