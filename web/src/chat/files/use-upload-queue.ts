import type { routes } from '@parvis/contract'
import { useEffect, useRef, type Dispatch } from 'react'
import { session } from '../../api/browser.ts'
import { ApiError, isAbort, isPassing, sentenceOf } from '../../api/transport/api-error.ts'
import { browserUpload, formOf, uploadFiles } from '../../api/transport/upload.ts'
import type { FilesEvent, SentFile } from './files-state.ts'

type Queued = Pick<SentFile, 'key' | 'file'>

/** Number of simultaneous uploads: more would only slow each of them. */
const atOnce = 2
const notSent = 'Ce fichier n’a pas pu être envoyé.'

/** Conversation, project or assistant to which files are attached, and the routes that add and remove one. */
export interface FilePlace {
  id: string
  add: typeof routes.conversations.addFiles | typeof routes.projects.addFiles | typeof routes.ownAssistantFiles.add
  remove: typeof routes.conversations.removeDocument | typeof routes.projects.removeFile | typeof routes.ownAssistantFiles.remove
}

/** Uploads files one by one, at most `atOnce` at a time, and dispatches their progress and result. Unmounting aborts them. */
export function useUploadQueue({ id, add }: FilePlace, questions: readonly string[], dispatch: Dispatch<FilesEvent>) {
  const queue = useRef({ waiting: [] as Queued[], running: new Map<string, AbortController>() })
  const asked = useRef(questions)
  useEffect(() => {
    asked.current = questions
  }, [questions])
  useEffect(() => {
    const line = queue.current
    return () => {
      // Queued files are cleared first: an aborted upload starts the next one.
      line.waiting = []
      line.running.forEach((one) => one.abort(new DOMException('Left', 'AbortError')))
    }
  }, [])

  async function send({ key, file }: Queued): Promise<void> {
    const stop = new AbortController()
    queue.current.running.set(key, stop)
    try {
      const { files, refused } = await uploadFiles(browserUpload(session), add, formOf('document', file), {
        params: { id },
        signal: stop.signal,
        onProgress: (percent) => dispatch({ type: 'progressed', key, percent }),
      })
      const [kept] = files
      if (kept) dispatch({ type: 'kept', key, document: kept, before: asked.current })
      else dispatch({ type: 'refused', key, refusal: refused[0]?.reason ?? notSent, canRetry: false })
    } catch (error) {
      if (isAbort(error) || stop.signal.aborted) dispatch({ type: 'dismissed', key })
      else {
        const reason = error instanceof ApiError ? error.fields['document'] : undefined
        dispatch({ type: 'refused', key, refusal: reason ?? sentenceOf(error, notSent), canRetry: isPassing(error) })
      }
    } finally {
      queue.current.running.delete(key)
      pump()
    }
  }
  function pump(): void {
    const { waiting, running } = queue.current
    while (running.size < atOnce && waiting.length > 0) void send(waiting.shift()!)
  }
  function enqueue(...files: Queued[]): void {
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
