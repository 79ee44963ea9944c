import { routes, type ConversationDocument } from '@parvis/contract'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { isWithoutPointer, type Press } from '../../ui/PressButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './ConversationFiles.module.css'
import { FileChips } from './FileChips.tsx'
import { awaitedFiles, filesAhead, filesOverField, withUnread, type FilesAhead, type HeldFile, type SentFile } from './files-state.ts'
import { leaveUpload } from './leave-upload.ts'
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
  onHeld: (held: readonly HeldFile[]) => void
  /** Whether a question waits until the files are read. */
  isAwaited: boolean
  /** Called with the counts that sending depends on. `upTo`: id of the last batch that they include. */
  onChange: (ahead: FilesAhead, upTo: number) => void
  /** Cancels the waiting question. */
  onCancel: () => void
}

const place = { add: routes.conversations.addFiles, remove: routes.conversations.removeDocument }

/** Strip over the message field: each file of the conversation with its progress and a remove button. */
function ConversationFiles(props: ConversationFilesProps) {
  const { conversationId, documents, batches, questions, isAwaited, onHeld, onChange, onCancel } = props
  const instance = useInstance()
  const announce = useAnnounce()
  const files = useFiles({ ...place, id: conversationId }, documents, questions, { isAwaited })
  const { state, lives } = files
  const [failure, setFailure] = useState<string | null>(null)
  useUnsaved(
    state.sent.some(({ refusal }) => refusal === null),
    undefined,
    leaveUpload,
  )

  // `upTo` is updated together with the files: otherwise a question could be sent between the two, without its files.
  const [upTo, setUpTo] = useState(0)
  const taken = useRef(0)
  const take = useEffectEvent((next: readonly FileBatch[]) => {
    for (const { id, files: chosen } of next) if (id > taken.current) files.add(chosen, instance?.max_upload_mb ?? null)
    taken.current = Math.max(taken.current, ...next.map(({ id }) => id))
    setUpTo(taken.current)
  })
  useEffect(() => take(batches), [batches])

  const { fresh, unready, failed } = filesAhead(state, lives, questions.length)
  useEffect(() => onChange({ fresh, unready, failed }, upTo), [fresh, unready, failed, upTo, onChange])
  useRefusedForgotten(state.sent, questions.length, files.dismiss)
  useReadingAnnouncement(unready, failed, state.held.length)

  async function remove({ document_id, filename }: HeldFile) {
    setFailure(null)
    try {
      await files.remove(document_id!)
      announce(`${filename} est retiré de la conversation`)
    } catch (error) {
      setFailure(sentenceOf(error, 'Ce fichier n’a pas pu être retiré.'))
    }
  }
  function removeUnread(file: HeldFile, press: Press) {
    // The button disappears with its file: keyboard users continue from the question.
    if (isWithoutPointer(press)) press.currentTarget.closest('article')?.focus()
    void remove(file)
  }
  const tellHeld = useEffectEvent(() => onHeld(withUnread(state, lives, removeUnread)))
  useEffect(() => tellHeld(), [state, lives])

  async function sendWithout() {
    // Only the awaited files: a file removed from a conversation is deleted.
    const awaited = awaitedFiles(state, lives)
    for (const sent of awaited.sent) files.dismiss(sent)
    await Promise.all(awaited.held.map(remove))
  }

  const shown = filesOverField(state, lives, questions)
  if (shown.held.length + shown.sent.length === 0 && failure === null) return null
  return (
    <section className={styles.files} aria-label="Fichiers de la conversation">
      <FileChips files={{ ...files, state: shown }} onRemove={remove} />
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
function useRefusedForgotten(sent: readonly SentFile[], questions: number, dismiss: (sent: SentFile) => void): void {
  const forget = useEffectEvent(() => sent.filter(({ refusal }) => refusal !== null).forEach(dismiss))
  const asked = useRef(questions)
  useEffect(() => {
    if (questions > asked.current) forget()
    asked.current = questions
  }, [questions])
}

/** Announces once, when the last awaited file has been read or has failed, how many files the conversation has. */
function useReadingAnnouncement(unready: number, failed: number, held: number): void {
  const announce = useAnnounce()
  const was = useRef(unready)
  const say = useEffectEvent(() => {
    const failures = failed === 0 ? '' : `, ${plural(failed, 'ne peut pas être lu', 'ne peuvent pas être lus')}`
    announce(`${plural(held, 'fichier dans la conversation', 'fichiers dans la conversation')}${failures}`)
  })
  useEffect(() => {
    if (was.current > 0 && unready === 0) say()
    was.current = unready
  }, [unready])
}
