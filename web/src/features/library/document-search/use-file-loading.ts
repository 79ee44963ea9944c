import { constants } from '@parvis/contract'
import { useEffect, useReducer, useRef, useState } from 'react'
import { session } from '../../../api/browser.ts'
import { browserUpload } from '../../../api/transport/upload.ts'
import { describeUploadErrors, progressReducer, uploadMessages } from './upload-progress.ts'
import { loadFiles, stillToSend } from './load-files.ts'
import { addFiles, sortFiles, type RefusedFile, leaveUploadTexts } from '../../../chat/files/file-rules.ts'
import { useUnsaved } from '../../../layout/drafts/use-unsaved.ts'
import type { NoticeContent } from '../../../ui/feedback/Notice.tsx'

/** Files chosen for upload, their upload and its progress bar. @param onLoaded called with the ids of the documents that were stored */
export function useFileLoading(onLoaded: (ids: readonly string[]) => void) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [progress, dispatchProgress] = useReducer(progressReducer, 0)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [outcome, setOutcome] = useState<NoticeContent | null>(null)
  // The latest callback: the first question may have created a conversation during the upload.
  const latestOnLoaded = useRef(onLoaded)
  useEffect(() => {
    latestOnLoaded.current = onLoaded
  })
  const controller = useRef(new AbortController())
  useEffect(() => {
    controller.current = new AbortController()
    return () => controller.current.abort(new DOMException('Left', 'AbortError'))
  }, [])
  useUnsaved(isSending, undefined, leaveUploadTexts)
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => dispatchProgress({ type: 'ticked' }), constants.uploadTickMs)
    return () => clearInterval(timer)
  }, [isSending])
  useEffect(() => {
    if (isSending || progress === 0) return
    const timer = setTimeout(() => dispatchProgress({ type: 'reset' }), constants.uploadResetMs)
    return () => clearTimeout(timer)
  }, [isSending, progress])

  async function send(): Promise<void> {
    if (isSending) return
    if (files.length === 0) return setOutcome({ tone: 'error', sentence: uploadMessages.fileRequired })
    setOutcome(null)
    setRefused([])
    dispatchProgress({ type: 'started' })
    setSending(true)
    dispatchProgress({ type: 'sending' })
    const {
      ids,
      refused: unkept,
      errors,
      unsent,
      isAborted,
    } = await loadFiles(browserUpload(session), files, {
      signal: controller.current.signal,
      onProgress: (percent) => dispatchProgress({ type: 'progressed', percent }),
    })
    // Files uploaded before the page was left are stored, so they are reported too.
    if (ids.length > 0) latestOnLoaded.current(ids)
    if (isAborted) return
    if (ids.length > 0) {
      dispatchProgress({ type: 'finished' })
      setFiles((now) => stillToSend(now, files, unsent))
      setOutcome({ tone: 'success', sentence: uploadMessages.done(ids.length) })
      setRefused(unkept)
    } else setOutcome({ tone: 'error', sentence: describeUploadErrors(errors) })
    setSending(false)
  }

  return {
    files,
    progress,
    isSending,
    outcome,
    /** Files refused by the last upload or by the check on choosing, each with its reason. */
    refused,
    send,
    dismiss: () => setOutcome(null),
    dismissRefused: () => setRefused([]),
    /** @param maxMb maximum size of a file in megabytes; null while it is unknown */
    add(addedFiles: readonly File[], maxMb: number | null) {
      const sorted = sortFiles(addedFiles, maxMb)
      setOutcome(null)
      setRefused(sorted.refused)
      // Functional update, because reading a folder takes time and other files may have been chosen meanwhile.
      setFiles((chosen) => addFiles(chosen, sorted.accepted))
    },
    remove: (file: File) => setFiles(files.filter((other) => other !== file)),
  }
}
