import type { Conversation } from '@parvis/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentProps } from 'react'
import { downloadFailureSentence, onDemand } from '../../ui/on-demand.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { sentenceOf } from '../../api/transport/api-error.ts'
import type { ChatMessage, ChatState } from '../machine/state.ts'
import type { Chat } from '../machine/effects.ts'
import { AttachButton } from './AttachButton.tsx'
import type Files from './ConversationFiles.tsx'
import { filesOnlyQuestion, noFiles, type PendingFileCounts, type AttachedFile, attachedAtOpening, filesByQuestion } from './files-state.ts'
import { useFileEntry } from './use-file-entry.ts'

type FilesProps = ComponentProps<typeof Files>

const ConversationFiles = onDemand<FilesProps & { onMissing: () => void }>(async () => (await import('./ConversationFiles.tsx')).default, {
  onMissing: ({ onMissing }) => onMissing(),
})

/** A question that waits for its files. `failed`: number of files that had failed when it was sent. */
interface WaitingQuestion {
  text: string
  failed: number
  /** Id of the last batch that it waits for; null while a dropped folder is being read into a batch. */
  lastBatchId: number | null
}

interface ChatFilesOptions {
  /** Whether the chat accepts files. */
  acceptsFiles: boolean
  send: (question: string) => void
  /** Files of the first question. */
  first?: readonly File[]
}

/** Files of a chat: attach button, drop zone, strip over the field, and delayed sending of a question until its files are read. */
export function useChatFiles(chat: Chat, { conversation, messages, phase }: ChatState, { acceptsFiles, send, first }: ChatFilesOptions) {
  const announce = useAnnounce()
  const isOpen = acceptsFiles && phase === 'ready' && (conversation !== null || chat.place !== undefined)
  const awaiting = useRef<WaitingQuestion | null>(null)
  const [isAwaited, setAwaited] = useState(false)
  const wait = useCallback((next: WaitingQuestion | null) => {
    awaiting.current = next
    setAwaited(next !== null)
  }, [])
  const onProblem = (sentence: string) => {
    // The files of the waiting question failed: the person decides whether to send it without them.
    wait(null)
    chat.notify(sentence)
  }
  const { batches, add, isOver, zone, clear, isReading } = useFileEntry(isOpen, onProblem, first)
  const [counts, setCounts] = useState(noFiles)
  const [countedBatchId, setCountedBatchId] = useState(0)
  // Some batches are not counted yet: the strip's code, or the conversation, is still loading.
  const last = batches.at(-1)?.id ?? 0
  const isPending = isReading || last > countedBatchId
  const questions = useQuestions(messages)
  const [filesUnder, setAttached] = useFilesUnder(conversation?.documents, questions)

  const ask = useCallback(
    (text: string, newCount: number) => {
      const isFilesOnly = text.trim() === ''
      if (!isFilesOnly || newCount > 0) send(isFilesOnly ? filesOnlyQuestion(newCount) : text)
    },
    [send],
  )
  const drop = useCallback(() => {
    clear()
    wait(null)
  }, [clear, wait])
  useConversationForFiles(chat, phase === 'ready' && conversation === null && batches.length > 0, drop)
  const onSend = useCallback(
    (text: string) => {
      if (counts.unready === 0 && !isPending) return ask(text, counts.newCount)
      wait({ text, failed: counts.failed, lastBatchId: isReading ? null : last })
      announce('Votre message partira dès que les fichiers seront lus')
    },
    [counts, last, isReading, isPending, ask, wait, announce],
  )
  const onChange = useCallback(
    (next: PendingFileCounts, lastBatchId: number) => {
      setCounts(next)
      setCountedBatchId(lastBatchId)
      const waitingQuestion = awaiting.current
      if (waitingQuestion === null || waitingQuestion.lastBatchId === null || next.unready > 0 || lastBatchId < waitingQuestion.lastBatchId) return
      wait(null)
      // A new failure is shown on its chip: the person decides whether to send without the file.
      if (next.failed <= waitingQuestion.failed) ask(waitingQuestion.text, next.newCount)
    },
    [ask, wait],
  )
  useEffect(() => {
    if (!isReading && awaiting.current?.lastBatchId === null) awaiting.current.lastBatchId = last
  }, [isReading, last])
  const onCancel = useCallback(() => wait(null), [wait])
  const button = useMemo(() => (acceptsFiles ? <AttachButton onFiles={add} isDisabled={!isOpen} /> : undefined), [acceptsFiles, isOpen, add])
  return {
    zone,
    isOver,
    isAwaited,
    /** Whether a question can be sent without text, because files are attached. */
    isSendable: isPending || counts.newCount + counts.unready > 0,
    onSend,
    /** Files under each question, by question key. */
    under: acceptsFiles ? filesUnder : undefined,
    /** Attach button of the field; undefined if the chat accepts no files. */
    button,
    /** Strip of files over the field. */
    strip: acceptsFiles && conversation !== null && (
      <Strip key={conversation.id} {...{ chat, conversation, batches, questions, isAwaited, onChange, onCancel }} onAttached={setAttached} onDrop={drop} />
    ),
  }
}

/** Files under each question, by question key. Initialised from `documents`, then kept up to date by the strip. */
function useFilesUnder(documents: Conversation['documents'] | undefined, questions: readonly string[]) {
  const [attached, setAttached] = useState<readonly AttachedFile[] | null>(null)
  const filesUnder = useMemo(() => filesByQuestion(attached ?? attachedAtOpening(documents ?? [], questions), questions), [attached, documents, questions])
  return [filesUnder, setAttached] as const
}

/** Keys of the questions, as a reference that changes only with them and not with each word of a reply. */
function useQuestions(messages: readonly ChatMessage[]): readonly string[] {
  const keys = messages.flatMap(({ role, key }) => (role === 'user' ? key : [])).join(' ')
  return useMemo(() => (keys === '' ? [] : keys.split(' ')), [keys])
}

type StripProps = Omit<FilesProps, 'conversationId' | 'documents'> & {
  chat: Chat
  conversation: Conversation
  /** Drops the chosen files, which cannot be attached. */
  onDrop: () => void
}

/** List of the attached files, above the message field. Loaded on demand with the first file. */
function Strip({ chat, conversation: { id, documents }, batches, onDrop, ...props }: StripProps) {
  const [isMissing, setMissing] = useState(false)
  const isChosen = batches.length > 0
  const onMissing = useCallback(() => {
    setMissing(true)
    // The strip failed to load, so nothing uploads the files. Choosing files again loads it again.
    onDrop()
    chat.notify(downloadFailureSentence(isChosen ? 'Vos fichiers n’ont pas pu être joints' : 'Les fichiers de la conversation n’ont pas pu être affichés'))
  }, [chat, isChosen, onDrop])
  if (!isChosen && (isMissing || documents.length === 0)) return null
  return <ConversationFiles conversationId={id} documents={documents} batches={batches} onMissing={onMissing} {...props} />
}

/** Creates the conversation when files are attached before the first question. On failure, shows a notice and drops the files. */
function useConversationForFiles(chat: Chat, isNeeded: boolean, onFailure: () => void): void {
  const createNow = useEffectEvent(async () => {
    try {
      await chat.place?.()
    } catch (error) {
      onFailure()
      chat.notify(sentenceOf(error, 'Vos fichiers n’ont pas pu être joints. Veuillez réessayer.'))
    }
  })
  useEffect(() => {
    if (isNeeded) void createNow()
  }, [isNeeded])
}
