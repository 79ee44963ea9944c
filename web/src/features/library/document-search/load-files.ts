import { routes } from '@parvis/contract'
import { ApiError, isAbort, isPassing, sentenceOf } from '../../../api/transport/api-error.ts'
import { formOf, uploadFiles, type UploadDeps } from '../../../api/transport/upload.ts'
import type { RefusedFile } from '../../../chat/files/file-rules.ts'

export interface Loaded {
  /** The documents that were kept, in the order of their files. */
  ids: string[]
  refused: RefusedFile[]
  /** Why files were not kept, in their order. */
  errors: unknown[]
  /** Files that did not reach the server, and may be sent again as they are. */
  unsent: File[]
  /** The page was left before the end. */
  isLeft: boolean
}

const notSent = 'Ce fichier n’a pas pu être envoyé.'

/**
 * Sends files one after the other, each in a request of its own: what one request may weigh is bounded on the way, and one that is refused
 * leaves the others.
 */
export async function loadFiles(
  deps: UploadDeps,
  files: readonly File[],
  { signal, onProgress }: { signal: AbortSignal; /** Share of all the files that has left, from 0 to 100. */ onProgress: (percent: number) => void },
): Promise<Loaded> {
  const loaded: Loaded = { ids: [], refused: [], errors: [], unsent: [], isLeft: false }
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let before = 0
  for (const file of files) {
    const done = before
    try {
      const answer = await uploadFiles(deps, routes.library.upload, formOf('document', file), {
        signal,
        onProgress: (percent) => onProgress(total === 0 ? 100 : ((done + (file.size * percent) / 100) / total) * 100),
      })
      loaded.ids.push(...answer.files.map(({ document_id }) => document_id))
      loaded.refused.push(...answer.refused)
    } catch (error) {
      if (isAbort(error) || signal.aborted) return { ...loaded, isLeft: true }
      loaded.errors.push(error)
      loaded.refused.push({ filename: file.name, reason: (error instanceof ApiError && error.fields['document']) || sentenceOf(error, notSent) })
      if (isPassing(error)) loaded.unsent.push(file)
    }
    before += file.size
  }
  return loaded
}

/** What is left to send once `sent` was: what did not reach the server, and what was chosen meanwhile, as the files of a folder that is long to read. */
export const stillToSend = (chosen: readonly File[], sent: readonly File[], unsent: readonly File[]): File[] =>
  chosen.filter((file) => unsent.includes(file) || !sent.includes(file))
