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

/** A question that waits for its files. `failed`: how many could not be read when it was sent. */
interface Awaiting {
  text: string
  failed: number
  /** The last batch that it waits for; null while a folder that will make one is read. */
  upTo: number | null
}

interface ChatFilesOptions {
  /** The chat takes files. */
  isOffered: boolean
  send: (question: string) => void
  /** Files that the chat begins with. */
  first?: readonly File[]
}

/**
 * The files of a chat: the ways in, what stands over the field, and sending that waits for what is being read.
 */
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
    // What was to go with a question is not there: the person decides whether to ask without it.
    wait(null)
    chat.notify(sentence)
  }
  const { batches, add, isOver, zone, clear, isReading } = useFileEntry(isOpen, onProblem, first)
  const [ahead, setAhead] = useState(noFiles)
  const [counted, setCounted] = useState(0)
  // Chosen, and the strip has not told of it yet: its code, or the conversation, is on its way.
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
      // One that could not be read is told where it stands: the person decides whether to ask without it.
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
    /** Files alone may be sent. */
    isSendable: isPending || ahead.fresh + ahead.unready > 0,
    onSend,
    /** The files under each question, by its key. */
    under: isOffered ? under : undefined,
    /** What begins the field; undefined where no file is taken. */
    button,
    /** What stands over it. */
    strip: isOffered && conversation !== null && (
      <Strip key={conversation.id} {...{ chat, conversation, batches, questions, isAwaited, onChange, onCancel }} onHeld={setHeld} onDrop={drop} />
    ),
  }
}

/** The files under each question, by its key. The strip over the field tells which the conversation has now. */
function useFilesUnder(documents: Conversation['documents'] | undefined, questions: readonly string[]) {
  const [held, setHeld] = useState<readonly HeldFile[] | null>(null)
  const under = useMemo(() => sentWith(held ?? heldFrom(documents ?? [], questions), questions), [held, documents, questions])
  return [under, setHeld] as const
}

/** The keys of the questions: the same list until there is another one, as nothing of it changes at each word of a reply. */
function useQuestions(messages: readonly ChatMessage[]): readonly string[] {
  const keys = messages.flatMap(({ role, key }) => (role === 'user' ? key : [])).join(' ')
  return useMemo(() => (keys === '' ? [] : keys.split(' ')), [keys])
}

type StripProps = Omit<FilesProps, 'conversationId' | 'documents'> & {
  chat: Chat
  conversation: Conversation
  /** The files that were chosen are not kept. */
  onDrop: () => void
}

/** What stands over the field, once there is something: its code comes with the first file. */
function Strip({ chat, conversation: { id, documents }, batches, onDrop, ...props }: StripProps) {
  const [isMissing, setMissing] = useState(false)
  const isChosen = batches.length > 0
  const onMissing = useCallback(() => {
    setMissing(true)
    // A question must not wait for files that nothing sends: they are to be chosen again, which asks for the code again.
    onDrop()
    chat.notify(missingSentence(isChosen ? 'Vos fichiers n’ont pas pu être joints' : 'Les fichiers de la conversation n’ont pas pu être affichés'))
  }, [chat, isChosen, onDrop])
  if (!isChosen && (isMissing || documents.length === 0)) return null
  return <ConversationFiles conversationId={id} documents={documents} batches={batches} onMissing={onMissing} {...props} />
}

/** A file that comes before the first question needs a conversation to be in. Where none can be had, that is said and the files are not kept. */
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
