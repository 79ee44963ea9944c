import type { Conversation } from '@parvis/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentProps } from 'react'
import { missingSentence, onDemand } from '../../ui/on-demand.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { sentenceOf } from '../../api/transport/api-error.ts'
import type { ChatMessage, ChatState } from '../chat-state.ts'
import type { Chat } from '../create-chat.ts'
import { AttachButton } from './AttachButton.tsx'
import type Files from './ConversationFiles.tsx'
import { aloneQuestion, noFiles, type FilesAhead, type HeldFile } from './files-state.ts'
import { heldFrom, sentWith } from './sent-with.ts'
import { useFileEntry } from './use-file-entry.ts'

type FilesProps = ComponentProps<typeof Files>

const ConversationFiles = onDemand<FilesProps & { onMissing: () => void }>(async () => (await import('./ConversationFiles.tsx')).default, {
  onMissing: ({ onMissing }) => onMissing(),
})

/** A question that waits for its files. `failed`: number of files that had failed when it was sent. */
interface Awaiting {
  text: string
  failed: number
  /** Id of the last batch that it waits for; null while a dropped folder is being read into a batch. */
  upTo: number | null
}

interface ChatFilesOptions {
  /** Whether the chat accepts files. */
  isOffered: boolean
  send: (question: string) => void
  /** Files of the first question. */
  first?: readonly File[]
}

/** Files of a chat: attach button, drop zone, strip over the field, and delayed sending of a question until its files are read. */
export function useChatFiles(chat: Chat, { conversation, messages, phase }: ChatState, { isOffered, send, first }: ChatFilesOptions) {
  const announce = useAnnounce()
  const isOpen = isOffered && phase === 'ready' && (conversation !== null || chat.place !== undefined)
  const awaiting = useRef<Awaiting | null>(null)
  const [isAwaited, setAwaited] = useState(false)
  const wait = useCallback((next: Awaiting | null) => {
    awaiting.current = next
    setAwaited(next !== null)
  }, [])
  const onProblem = (sentence: string) => {
    // The files of the waiting question failed: the person decides whether to send it without them.
    wait(null)
    chat.notify(sentence)
  }
  const { batches, add, isOver, zone, clear, isReading } = useFileEntry(isOpen, onProblem, first)
  const [ahead, setAhead] = useState(noFiles)
  const [counted, setCounted] = useState(0)
  // Some batches are not counted yet: the strip's code, or the conversation, is still loading.
  const last = batches.at(-1)?.id ?? 0
  const isPending = isReading || last > counted
  const questions = useQuestions(messages)
  const [under, setHeld] = useFilesUnder(conversation?.documents, questions)

  const ask = useCallback(
    (text: string, fresh: number) => {
      const isAlone = text.trim() === ''
      if (!isAlone || fresh > 0) send(isAlone ? aloneQuestion(fresh) : text)
    },
    [send],
  )
  const drop = useCallback(() => {
    clear()
    wait(null)
  }, [clear, wait])
  usePlace(chat, phase === 'ready' && conversation === null && batches.length > 0, drop)
  const onSend = useCallback(
    (text: string) => {
      if (ahead.unready === 0 && !isPending) return ask(text, ahead.fresh)
      wait({ text, failed: ahead.failed, upTo: isReading ? null : last })
      announce('Votre message partira dès que les fichiers seront lus')
    },
    [ahead, last, isReading, isPending, ask, wait, announce],
  )
  const onChange = useCallback(
    (next: FilesAhead, upTo: number) => {
      setAhead(next)
      setCounted(upTo)
      const asked = awaiting.current
      if (asked === null || asked.upTo === null || next.unready > 0 || upTo < asked.upTo) return
      wait(null)
      // A new failure is shown on its chip: the person decides whether to send without the file.
      if (next.failed <= asked.failed) ask(asked.text, next.fresh)
    },
    [ask, wait],
  )
  useEffect(() => {
    if (!isReading && awaiting.current?.upTo === null) awaiting.current.upTo = last
  }, [isReading, last])
  const onCancel = useCallback(() => wait(null), [wait])
  const button = useMemo(() => (isOffered ? <AttachButton onFiles={add} isDisabled={!isOpen} /> : undefined), [isOffered, isOpen, add])
  return {
    zone,
    isOver,
    isAwaited,
    /** Whether a question can be sent without text, because files are attached. */
    isSendable: isPending || ahead.fresh + ahead.unready > 0,
    onSend,
    /** Files under each question, by question key. */
    under: isOffered ? under : undefined,
    /** Attach button of the field; undefined if the chat accepts no files. */
    button,
    /** Strip of files over the field. */
    strip: isOffered && conversation !== null && (
      <Strip key={conversation.id} {...{ chat, conversation, batches, questions, isAwaited, onChange, onCancel }} onHeld={setHeld} onDrop={drop} />
    ),
  }
}

/** Files under each question, by question key. Initialised from `documents`, then kept up to date by the strip. */
function useFilesUnder(documents: Conversation['documents'] | undefined, questions: readonly string[]) {
  const [held, setHeld] = useState<readonly HeldFile[] | null>(null)
  const under = useMemo(() => sentWith(held ?? heldFrom(documents ?? [], questions), questions), [held, documents, questions])
  return [under, setHeld] as const
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

/** Strip over the field, loaded on demand with the first file. */
function Strip({ chat, conversation: { id, documents }, batches, onDrop, ...props }: StripProps) {
  const [isMissing, setMissing] = useState(false)
  const isChosen = batches.length > 0
  const onMissing = useCallback(() => {
    setMissing(true)
    // The strip failed to load, so nothing uploads the files. Choosing files again loads it again.
    onDrop()
    chat.notify(missingSentence(isChosen ? 'Vos fichiers n’ont pas pu être joints' : 'Les fichiers de la conversation n’ont pas pu être affichés'))
  }, [chat, isChosen, onDrop])
  if (!isChosen && (isMissing || documents.length === 0)) return null
  return <ConversationFiles conversationId={id} documents={documents} batches={batches} onMissing={onMissing} {...props} />
}

/** Creates the conversation when files are attached before the first question. On failure, shows a notice and drops the files. */
function usePlace(chat: Chat, isNeeded: boolean, onFailure: () => void): void {
  const place = useEffectEvent(async () => {
    try {
      await chat.place?.()
    } catch (error) {
      onFailure()
      chat.notify(sentenceOf(error, 'Vos fichiers n’ont pas pu être joints. Veuillez réessayer.'))
    }
  })
  useEffect(() => {
    if (isNeeded) void place()
  }, [isNeeded])
}
