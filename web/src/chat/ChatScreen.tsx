import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentProps, type ReactNode, type RefObject, useId } from 'react'
import { useInstance } from '../api/use-instance.ts'
import { useAnnounce } from '../ui/feedback/StatusRegion.tsx'
import { Button } from '../ui/Button.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { BesideLayout } from './beside/BesideLayout.tsx'
import { DayLine } from './context/DayLine.tsx'
import { useDayNotes } from './context/use-day-notes.tsx'
import { ChatNotice, Disclosures } from './ChatNotices.tsx'
import styles from './ChatScreen.module.css'
import type { ChatState } from './machine/state.ts'
import { Composer, useFocusAfterReply } from './composer/Composer.tsx'
import type { Chat } from './machine/effects.ts'
import { useSendingCheck } from './masking/use-sending-check.tsx'
import type { OnMention } from './prompts/FieldList.tsx'
import { MessageList, type AnswerAuthor, type FormerAuthor, type FormerLibrary, type SystemNote } from './MessageList.tsx'
import { useComposerText } from './composer/use-composer-text.ts'
import { useMessageHandlers } from './answer/use-message-handlers.ts'
import { useChatFiles } from './files/use-chat-files.tsx'
import { lostFilesSentence, useFirstFiles, useFirstQuestion, type FirstQuestion } from './use-first-question.ts'
import startersStyles from './Starters.module.css'

interface ChatScreenProps {
  chat: Chat
  state: ChatState
  /** Author of the next answers. Stable reference. */
  author: AnswerAuthor
  /** Authors of the earlier answers. Stable reference. */
  formerAuthors?: readonly FormerAuthor[]
  header: ReactNode
  /** Shown in place of the messages while the conversation is loading. */
  loading: ReactNode
  emptyText: string
  /** Explanation shown under `emptyText`. */
  emptyDetails?: string
  /** Key under which the unsent text of this conversation is saved. */
  draftKey: string
  /** Assistant or category name used in the names of exported files. */
  exportName: string
  placeholder?: string
  /** Name of the library that answers search: an answer that cites none of its passages says so. */
  libraryName?: string | undefined
  /** Libraries that the earlier answers searched. Stable reference. */
  formerLibraries?: readonly FormerLibrary[]
  /** Suggested first questions, shown until the person has asked one. */
  starters?: readonly string[] | undefined
  /** Chips beside the field: assistant, project, library, attached documents. Stable reference. */
  chips?: ReactNode
  /** Id of the assistant of the next questions. */
  assistantId?: string | undefined
  /** Called with the assistant chosen by a mention in the field. Stable reference. */
  onAssistant?: OnMention
  /** System messages shown between the messages. */
  notes?: readonly SystemNote[]
  /** Whether files can be attached to the conversation. */
  acceptsFiles?: boolean
  /** Question to send as soon as the conversation is ready. */
  firstQuestion?: FirstQuestion | null
  /** Disables sending because a required choice is missing. */
  isBlocked?: boolean
  /** A document beside the conversation takes its place, because the page has another column. */
  isDocumentStacked?: boolean
}

/** Layout that every chat screen shares: header, messages, composer, and the written document beside them. */
export function ChatScreen(props: ChatScreenProps) {
  return (
    <BesideLayout chat={props.chat} state={props.state} isStacked={props.isDocumentStacked}>
      <ChatColumn {...props} />
    </BesideLayout>
  )
}

function ChatColumn(props: ChatScreenProps) {
  const { chat, state, emptyText, emptyDetails, libraryName, starters = [], acceptsFiles = false, isBlocked = false } = props
  const instance = useInstance()
  const notes = useDayNotes(state.conversation, props.notes)
  const area = useFocusAfterReply(state.reply !== null)
  const { text, setText, add } = useComposerField(props.draftKey, state, area)

  // Stable callbacks: while a reply is written, only its message must render again at each frame.
  const { check, ask, isChecking, dialog } = useSendingCheck(chat, props.assistantId ?? null, setText)
  const firstQuestion = props.firstQuestion ?? null
  const firstFiles = useFirstFiles(firstQuestion)
  const files = useChatFiles(chat, state, { acceptsFiles, send: ask, first: firstFiles.files })
  useFirstQuestion(firstQuestion, state.phase === 'ready', (question) => {
    area.current?.focus({ preventScroll: true })
    // The question stays in the field until it is sent: its files are read first.
    setText(question)
    if (firstFiles.isLost) chat.notify(lostFilesSentence)
    else files.onSend(question)
  })
  const { isQueued, onSend, cancel } = useQueuedSend(state.phase === 'opening', state.phase === 'ready' && state.reply === null, () => files.onSend(text))
  const onStarter = (starter: string) => {
    // Text already in the field is not sent unread: the starter is added after it.
    if (text.trim() !== '') return add(starter)
    // The pressed button disappears, and the focus with it.
    if (check(starter, () => chat.send(starter))) area.current?.focus({ preventScroll: true })
  }

  const handlers = useMessageHandlers(chat, props.exportName, add, check)
  const hasQuestion = state.phase !== 'ready' || state.reply !== null || state.messages.some(({ role }) => role === 'user')
  const mode = modeOf(state, isQueued, isBlocked || files.isAwaited || isChecking)
  return (
    <div className={styles.screen} data-over={files.isOver || undefined} {...files.zone}>
      {props.header}
      <DayLine chat={chat} conversation={state.conversation} />
      {state.phase === 'loading' ? (
        props.loading
      ) : (
        <MessageList
          messages={state.messages}
          reply={state.reply}
          author={props.author}
          formerAuthors={props.formerAuthors}
          handlers={handlers}
          libraryName={libraryName}
          formerLibraries={props.formerLibraries}
          head={<Disclosures isBuiltIn={instance?.model.built_in ?? false} />}
          notes={notes}
          filesUnder={files.under}
          emptyText={emptyText}
          emptyDetails={emptyDetails}
          foot={!hasQuestion && starters.length > 0 && <Starters starters={starters} onChoose={onStarter} />}
        />
      )}
      <div className={styles.dock} data-beside-field>
        <ChatNotice chat={chat} state={state} />
        {files.strip}
        {dialog}
        {isQueued && (
          <p className={styles.queued}>
            Votre message partira dès que l’assistant se sera présenté. <TextButton onPress={cancel}>Annuler</TextButton>
          </p>
        )}
        <Composer
          ref={area}
          text={text}
          onChange={setText}
          onSend={onSend}
          onStop={chat.stop}
          mode={mode}
          placeholder={props.placeholder}
          lead={files.button}
          chips={props.chips}
          onAssistant={props.onAssistant}
          canBeBlank={files.isSendable}
          conversation={state.conversation}
        />
      </div>
    </div>
  )
}

function modeOf({ phase, reply }: ChatState, isQueued: boolean, isWaiting: boolean): ComponentProps<typeof Composer>['mode'] {
  if (reply?.isStopping) return 'stopping'
  if (phase === 'opening') return isQueued || isWaiting ? 'waiting' : 'queueing'
  if (reply) return 'writing'
  return phase !== 'ready' || isWaiting || isQueued ? 'waiting' : 'ready'
}

/** Delays a message sent while the assistant introduces itself, and sends it at the end. `send` reads the text at that moment. */
function useQueuedSend(isOpening: boolean, isFree: boolean, send: () => void) {
  const announce = useAnnounce()
  const [isQueued, setQueued] = useState(false)
  const [sendCount, setSendCount] = useState(0)
  if (isQueued && isFree) {
    setQueued(false)
    setSendCount(sendCount + 1)
  }
  const sendNow = useEffectEvent(send)
  const latest = useRef({ isOpening, send })
  useEffect(() => {
    latest.current = { isOpening, send }
  })
  useEffect(() => {
    if (sendCount > 0) sendNow()
  }, [sendCount])
  const onSend = useCallback(() => {
    if (!latest.current.isOpening) return latest.current.send()
    setQueued(true)
    announce('Votre message partira dès que l’assistant se sera présenté')
  }, [announce])
  return { isQueued, onSend, cancel: useCallback(() => setQueued(false), []) }
}

/** Text of the composer. `add` appends a paragraph and puts the cursor at its end. `add` and `setText` are stable. */
function useComposerField(draftKey: string, chat: ChatState, area: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useComposerText(draftKey, chat)
  const currentText = useRef(text)
  useEffect(() => {
    currentText.current = text
  })
  const add = useCallback(
    (addition: string) => {
      const next = [currentText.current.trimEnd(), addition].filter(Boolean).join('\n\n')
      setText(next)
      // Once the new text is rendered.
      requestAnimationFrame(() => {
        area.current?.focus()
        area.current?.setSelectionRange(next.length, next.length)
      })
    },
    [area, setText],
  )
  return { text, setText, add }
}

/** Suggested first questions of an assistant: pressing one sends it. */
function Starters({ starters, onChoose }: { starters: readonly string[]; onChoose: (starter: string) => void }) {
  const titleId = useId()
  return (
    <div className={startersStyles.starters}>
      <p id={titleId}>Pour commencer, par exemple&nbsp;:</p>
      <ul aria-labelledby={titleId}>
        {starters.map((starter) => (
          <li key={starter}>
            <Button block onPress={() => onChoose(starter)}>
              {starter}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
