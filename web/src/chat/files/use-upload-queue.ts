import type { routes } from '@parvis/contract'
import { useEffect, useRef, type Dispatch } from 'react'
import { session } from '../../api/browser.ts'
import { ApiError, isAbort, isTemporary, sentenceOf } from '../../api/transport/api-error.ts'
import { browserUpload, uploadForm, uploadFiles } from '../../api/transport/upload.ts'
import type { FilesEvent, UploadingFile } from './files-state.ts'

type QueuedUpload = Pick<UploadingFile, 'key' | 'file'>

/** Number of simultaneous uploads: more would only slow each of them. */
const maxUploads = 2
const notSent = 'Ce fichier n’a pas pu être envoyé.'

/** Conversation, project or assistant to which files are attached, and the routes that add and remove one. */
export interface FileOwner {
  id: string
  add: typeof routes.conversations.addFiles | typeof routes.projects.addFiles | typeof routes.ownAssistantFiles.add
  remove: typeof routes.conversations.removeDocument | typeof routes.projects.removeFile | typeof routes.ownAssistantFiles.remove
}

/** Uploads files one by one, at most `maxUploads` at a time, and dispatches their progress and result. Unmounting aborts them. */
export function useUploadQueue({ id, add }: FileOwner, questions: readonly string[], dispatch: Dispatch<FilesEvent>) {
  const queue = useRef({ waiting: [] as QueuedUpload[], running: new Map<string, AbortController>() })
  const currentQuestions = useRef(questions)
  useEffect(() => {
    currentQuestions.current = questions
  }, [questions])
  useEffect(() => {
    const currentQueue = queue.current
    return () => {
      // Queued files are cleared first: an aborted upload starts the next one.
      currentQueue.waiting = []
      currentQueue.running.forEach((one) => one.abort(new DOMException('Left', 'AbortError')))
    }
  }, [])

  async function send({ key, file }: QueuedUpload): Promise<void> {
    const stop = new AbortController()
    queue.current.running.set(key, stop)
    try {
      const { files, refused } = await uploadFiles(browserUpload(session), add, uploadForm('document', file), {
        params: { id },
        signal: stop.signal,
        onProgress: (percent) => dispatch({ type: 'progressed', key, percent }),
      })
      const [saved] = files
      if (saved) dispatch({ type: 'kept', key, document: saved, earlierQuestions: currentQuestions.current })
      else dispatch({ type: 'refused', key, refusal: refused[0]?.reason ?? notSent, canRetry: false })
    } catch (error) {
      if (isAbort(error) || stop.signal.aborted) dispatch({ type: 'dismissed', key })
      else {
        const reason = error instanceof ApiError ? error.fields['document'] : undefined
        dispatch({ type: 'refused', key, refusal: reason ?? sentenceOf(error, notSent), canRetry: isTemporary(error) })
      }
    } finally {
      queue.current.running.delete(key)
      pump()
    }
  }
  function pump(): void {
    const { waiting, running } = queue.current
    while (running.size < maxUploads && waiting.length > 0) void send(waiting.shift()!)
  }
  function enqueue(...files: QueuedUpload[]): void {
    queue.current.waiting.push(...files)
    pump()
  }

  return {
    enqueue,
    /** Removes a file from the queue, or aborts its upload. */
    stop(key: string) {
      queue.current.waiting = queue.current.waiting.filter((one) => one.key !== key)
      queue.current.running.get(key)?.abort(new DOMException('Stopped', 'AbortError'))
    },
  }
}
