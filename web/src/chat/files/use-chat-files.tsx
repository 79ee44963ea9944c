import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { ChatState } from '../chat-state.ts'
import { AttachButton } from './AttachButton.tsx'
import { aloneQuestion, noFiles, type FilesAhead } from './files-state.ts'
import { useFileEntry } from './use-file-entry.ts'

const ConversationFiles = lazy(() => import('./ConversationFiles.tsx'))

/** A question that waits for its files. `failed`: how many could not be read when it was sent. */
interface Awaiting {
  text: string
  failed: number
}

/**
 * The files of a chat: the ways in, what stands over the field, and sending that waits for what is being read.
 * @param isOffered the chat takes files
 * @param send sends a question; false when it could not be taken
 */
export function useChatFiles({ conversation, messages, phase }: ChatState, isOffered: boolean, send: (question: string) => void) {
  const announce = useAnnounce()
  const isOpen = isOffered && conversation !== null && phase === 'ready'
  const [folders, setFolders] = useState<readonly string[]>([])
  const { batches, add, isOver, zone } = useFileEntry(isOpen, setFolders)
  const [ahead, setAhead] = useState(noFiles)
  const [isAwaited, setAwaited] = useState(false)
  const awaiting = useRef<Awaiting | null>(null)
  const questions = messages.filter(({ role }) => role === 'user').length

  const ask = useCallback(
    (text: string, fresh: number) => {
      const isAlone = text.trim() === ''
      if (!isAlone || fresh > 0) send(isAlone ? aloneQuestion(fresh) : text)
    },
    [send],
  )
  const wait = useCallback((next: Awaiting | null) => {
    awaiting.current = next
    setAwaited(next !== null)
  }, [])
  const onSend = useCallback(
    (text: string) => {
      if (ahead.unready === 0) return ask(text, ahead.fresh)
      wait({ text, failed: ahead.failed })
      announce('Votre message partira dès que les fichiers seront lus')
    },
    [ahead, ask, wait, announce],
  )
  const onChange = useCallback(
    (next: FilesAhead) => {
      setAhead(next)
      const asked = awaiting.current
      if (asked === null || next.unready > 0) return
      wait(null)
      // One that could not be read is told where it stands: the person decides whether to ask without it.
      if (next.failed <= asked.failed) ask(asked.text, next.fresh)
    },
    [ask, wait],
  )
  const onCancel = useCallback(() => wait(null), [wait])
  const button = useMemo(() => (isOffered ? <AttachButton onFiles={add} isDisabled={!isOpen} /> : undefined), [isOffered, isOpen, add])
  const hasAny = conversation !== null && (conversation.documents.length > 0 || batches.length > 0)
  return {
    zone,
    isOver,
    isAwaited,
    /** Files alone may be sent. */
    isSendable: ahead.fresh + ahead.unready > 0,
    onSend,
    /** What begins the field; undefined where no file is taken. */
    button,
    /** What stands over it. */
    strip: (
      <>
        {folders.length > 0 && <FolderNotice names={folders} />}
        {isOffered && hasAny && (
          <Suspense>
            <ConversationFiles
              key={conversation.id}
              conversationId={conversation.id}
              documents={conversation.documents}
              batches={batches}
              questions={questions}
              isAwaited={isAwaited}
              onChange={onChange}
              onCancel={onCancel}
            />
          </Suspense>
        )}
      </>
    ),
  }
}

function FolderNotice({ names }: { names: readonly string[] }) {
  return <p role="alert">{`«\u00a0${names.join('\u00a0», «\u00a0')}\u00a0» est un dossier\u00a0: déposez plutôt les fichiers qu’il contient.`}</p>
}
