import { routes, type ConversationDocument } from '@parvis/contract'
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { isWithoutPointer, type Press } from '../../ui/PressButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './ConversationFiles.module.css'
import { FileChips } from './FileChips.tsx'
import {
  awaitedFiles,
  countPendingFiles,
  filesOverField,
  withRemoveHandlers,
  withUnreadPictures,
  type PendingFileCounts,
  type AttachedFile,
  type UploadingFile,
} from './files-state.ts'
import { leaveUploadTexts } from './file-rules.ts'
import { useFiles } from './use-files.ts'

/** Files chosen, dropped or pasted together. */
export interface FileBatch {
  id: number
  files: readonly File[]
}

interface ConversationFilesProps {
  conversationId: string
  /** Documents of the conversation when it was last fetched. */
  documents: readonly ConversationDocument[]
  /** Batches added since the page opened. */
  batches: readonly FileBatch[]
  /** Keys of the questions of the conversation, in order. */
  questions: readonly string[]
  /** Called with the documents of the conversation, to show them under its questions. */
  onAttached: (attached: readonly AttachedFile[]) => void
  /** Whether a question waits until the files are read. */
  isAwaited: boolean
  /** Called with the counts that sending depends on. `lastBatchId`: id of the last batch that they include. */
  onChange: (counts: PendingFileCounts, lastBatchId: number) => void
  /** Cancels the waiting question. */
  onCancel: () => void
}

const place = { add: routes.conversations.addFiles, remove: routes.conversations.removeDocument }

/** Strip over the message field: each file of the conversation with its progress and a remove button. */
function ConversationFiles(props: ConversationFilesProps) {
  const { conversationId, documents, batches, questions, isAwaited, onAttached, onChange, onCancel } = props
  const instance = useInstance()
  const announce = useAnnounce()
  const files = useFiles({ ...place, id: conversationId }, documents, questions, { isAwaited })
  const { state } = files
  const hasModelForImages = instance?.models.some(({ images }) => images) ?? false
  const lives = useMemo(() => (hasModelForImages ? withUnreadPictures(files.lives, state.attached) : files.lives), [hasModelForImages, files.lives, state])
  const [failure, setFailure] = useState<string | null>(null)
  useUnsaved(
    state.uploads.some(({ refusal }) => refusal === null),
    undefined,
    leaveUploadTexts,
  )

  // `lastBatchId` is updated together with the files: otherwise a question could be sent between the two, without its files.
  const [lastBatchId, setLastBatchId] = useState(0)
  const lastTaken = useRef(0)
  const addBatches = useEffectEvent((next: readonly FileBatch[]) => {
    for (const { id, files: chosen } of next) if (id > lastTaken.current) files.add(chosen, instance?.max_upload_mb ?? null)
    lastTaken.current = Math.max(lastTaken.current, ...next.map(({ id }) => id))
    setLastBatchId(lastTaken.current)
  })
  useEffect(() => addBatches(batches), [batches])

  const { newCount, unready, failed } = countPendingFiles(state, lives, questions.length)
  useEffect(() => onChange({ newCount, unready, failed }, lastBatchId), [newCount, unready, failed, lastBatchId, onChange])
  useDismissRefused(state.uploads, questions.length, files.dismiss)
  useReadingAnnouncement(unready, failed, state.attached.length)

  async function remove({ document_id, filename }: AttachedFile) {
    setFailure(null)
    try {
      await files.remove(document_id!)
      announce(`${filename} est retiré de la conversation`)
    } catch (error) {
      setFailure(sentenceOf(error, 'Ce fichier n’a pas pu être retiré.'))
    }
  }
  function removeUnread(file: AttachedFile, press: Press) {
    // The button disappears with its file: keyboard users continue from the question.
    if (isWithoutPointer(press)) press.currentTarget.closest('article')?.focus()
    void remove(file)
  }
  const reportAttached = useEffectEvent(() => onAttached(withRemoveHandlers(state, lives, removeUnread)))
  useEffect(() => reportAttached(), [state, lives])

  async function sendWithout() {
    // Only the awaited files: a file removed from a conversation is deleted.
    const awaited = awaitedFiles(state, lives)
    for (const sent of awaited.uploads) files.dismiss(sent)
    await Promise.all(awaited.attached.map(remove))
  }

  const visibleFiles = filesOverField(state, lives, questions)
  if (visibleFiles.attached.length + visibleFiles.uploads.length === 0 && failure === null) return null
  return (
    <section className={styles.files} aria-label="Fichiers de la conversation">
      <FileChips files={{ ...files, lives, state: visibleFiles }} onRemove={remove} />
      {failure !== null && <p role="alert">{failure}</p>}
      {isAwaited && (
        <p className={styles.awaited}>
          {`Votre message partira dès que ${unready > 1 ? `les ${unready} fichiers en cours seront lus` : 'le fichier en cours sera lu'}.`}{' '}
          <TextButton onPress={() => void sendWithout()}>{unready > 1 ? 'Envoyer sans ces fichiers' : 'Envoyer sans ce fichier'}</TextButton>{' '}
          <TextButton onPress={onCancel}>Annuler</TextButton>
        </p>
      )}
    </section>
  )
}

// Memoised: nothing here changes with each word of a reply.
export default memo(ConversationFiles)

/** Clears the files that could not be sent, once a question has been sent without them. */
function useDismissRefused(sent: readonly UploadingFile[], questions: number, dismiss: (sent: UploadingFile) => void): void {
  const dismissRefused = useEffectEvent(() => sent.filter(({ refusal }) => refusal !== null).forEach(dismiss))
  const previousCount = useRef(questions)
  useEffect(() => {
    if (questions > previousCount.current) dismissRefused()
    previousCount.current = questions
  }, [questions])
}

/** Announces once, when the last awaited file has been read or has failed, how many files the conversation has. */
function useReadingAnnouncement(unready: number, failed: number, attached: number): void {
  const announce = useAnnounce()
  const previousUnready = useRef(unready)
  const announceCount = useEffectEvent(() => {
    const failures = failed === 0 ? '' : `, ${plural(failed, 'ne peut pas être lu', 'ne peuvent pas être lus')}`
    announce(`${plural(attached, 'fichier dans la conversation', 'fichiers dans la conversation')}${failures}`)
  })
  useEffect(() => {
    if (previousUnready.current > 0 && unready === 0) announceCount()
    previousUnready.current = unready
  }, [unready])
}
