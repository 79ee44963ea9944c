import { routes } from '@parvis/contract'
import { useEffect, useReducer, useRef, useState } from 'react'
import { isAbort } from '../../api/transport/api-error.ts'
import { session } from '../../api/browser.ts'
import { randomId } from '../../api/random-ids.ts'
import { browserUpload, uploadForm, uploadFiles } from '../../api/transport/upload.ts'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import { queueReducer, sendableFiles } from './upload-queue.ts'

/** Queue of files to upload. They are sent one at a time, so that each has the full bandwidth and its own progress. */
export function useUploadQueue() {
  const [queue, dispatch] = useReducer(queueReducer, [])
  const [isSending, setSending] = useState(false)
  const latestQueue = useRef(queue)
  useEffect(() => {
    latestQueue.current = queue
  }, [queue])
  const controller = useRef(new AbortController())
  useEffect(() => {
    controller.current = new AbortController()
    return () => controller.current.abort(new DOMException('Left', 'AbortError'))
  }, [])

  /**
   * @param replacedIds id of the document that a file replaces, by the key of the file
   * @returns the numbers of files stored (`done`), refused (`failed`), and added during the upload (`late`), as a dropped folder takes time to read
   */
  async function send(
    category: string,
    description: string,
    replacedIds: ReadonlyMap<string, string>,
  ): Promise<{ done: number; failed: number; late: number }> {
    const count = { done: 0, failed: 0, late: 0 }
    const { signal } = controller.current
    setSending(true)
    // A new version goes to the category of the one that it replaces.
    const formTexts = (supersedes_id: string | undefined): Record<string, string> =>
      supersedes_id === undefined ? { category, description } : { supersedes_id, ...(description !== '' && { description }) }
    for (const { key, file } of sendableFiles(queue)) {
      dispatch({ type: 'sending', key })
      try {
        await uploadFiles(browserUpload(session), routes.documents.upload, uploadForm('file', file, formTexts(replacedIds.get(key))), {
          signal,
          onProgress: (percent) => dispatch({ type: 'progress', key, percent }),
        })
        dispatch({ type: 'done', key })
        count.done += 1
      } catch (error) {
        if (isAbort(error) || signal.aborted) return count
        dispatch({ type: 'failed', key, failure: describeDocumentError(error, documentMessages.upload) })
        count.failed += 1
      }
    }
    setSending(false)
    return { ...count, late: latestQueue.current.filter(({ state }) => state === 'waiting').length }
  }

  return {
    queue,
    isSending,
    send,
    add: (files: readonly File[]) => dispatch({ type: 'added', files: files.map((file) => ({ key: randomId(), file })) }),
    remove: (key: string) => dispatch({ type: 'removed', key }),
  }
}
