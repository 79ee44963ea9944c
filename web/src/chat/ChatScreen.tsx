import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useInstance } from '../api/use-instance.ts'
import { ChatNotice } from './ChatNotice.tsx'
import styles from './ChatScreen.module.css'
import type { ChatState } from './chat-state.ts'
import { Composer, useFocusAfterReply } from './composer/Composer.tsx'
import type { Chat } from './create-chat.ts'
import { Disclosures } from './sources/Disclosures.tsx'
import type { OnAssistant } from './prompts/use-opening.ts'
import { MessageList, type Author, type FormerAuthor, type FormerLibrary, type Note } from './MessageList.tsx'
import { Starters } from './Starters.tsx'
import { useComposerText } from './composer/use-composer-text.ts'
import { useMessageHandlers } from './answer/use-message-handlers.ts'
import { useChatFiles } from './files/use-chat-files.tsx'
import { useFirstQuestion } from './use-first-question.ts'

interface ChatScreenProps {
  chat: Chat
  state: ChatState
  /** Who answers. Stable. */
  author: Author
  /** Who did before. Stable. */
  formerAuthors?: readonly FormerAuthor[]
  header: ReactNode
  /** In place of the messages while the conversation is fetched. */
  loading: ReactNode
  emptyText: string
  /** What is asked here, under it. */
  emptyLead?: string
  /** Names the conversation's unsent text. */
  draftKey: string
  /** Assistant or category that names exported files. */
  exportName: string
  placeholder?: string
  /** Name of the library that the answers may rest on: one that rests on nothing of it says so. */
  libraryName?: string | undefined
  /** Those that they rested on before. Stable. */
  formerLibraries?: readonly FormerLibrary[]
  /** Questions that the person may begin with, while they have asked none. */
  starters?: readonly string[] | undefined
  /** What the answers rest on, beside the field. Stable. */
  chips?: ReactNode
  /** Takes an assistant that is called in the field. Stable. */
  onAssistant?: OnAssistant
  /** Said between the messages. */
  notes?: readonly Note[]
  /** Files can be joined to the conversation. */
  takesFiles?: boolean
  /** A question that the conversation begins with. */
  asked?: string | null
  /** A choice is missing: nothing can be sent. */
  isBlocked?: boolean
}

/** The set of parts that every chat screen shares: header, conversation, composer. */
export function ChatScreen(props: ChatScreenProps) {
  const { chat, state, emptyText, emptyLead, libraryName, starters = [], takesFiles = false, isBlocked = false } = props
  const instance = useInstance()
  const area = useFocusAfterReply(state.reply !== null)
  const { text, setText, add } = useField(props.draftKey, state, area)

  // While a reply is written only its message is drawn again at each frame: what stands around it gets stable functions.
  const ask = useCallback((question: string) => void (chat.send(question) && setText('')), [chat, setText])
  useFirstQuestion(props.asked ?? null, state.phase === 'ready', (question) => void (chat.send(question) || setText(question)))
  const files = useChatFiles(chat, state, takesFiles, ask)
  const sendWithFiles = files.onSend
  const onSend = useCallback(() => sendWithFiles(text), [sendWithFiles, text])
  const onBegin = (starter: string) => {
    // Nor is what is being written there sent unread.
    if (text.trim() !== '') return add(starter)
    // The button goes away with the focus that it has.
    if (chat.send(starter)) area.current?.focus({ preventScroll: true })
  }
  const onStop = useCallback(() => void chat.stop(), [chat])

  const handlers = useMessageHandlers(chat, props.exportName, add)
  const isBegun = state.phase !== 'ready' || state.reply !== null || state.messages.some(({ role }) => role === 'user')
  const isWaiting = state.phase !== 'ready' || isBlocked || files.isAwaited
  const mode = state.reply?.isStopping ? 'stopping' : state.reply ? 'writing' : isWaiting ? 'waiting' : 'ready'
  return (
    <div className={styles.screen} data-over={files.isOver || undefined} {...files.zone}>
      {props.header}
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
          notes={props.notes}
          filesUnder={files.under}
          emptyText={emptyText}
          emptyLead={emptyLead}
          foot={!isBegun && starters.length > 0 && <Starters starters={starters} onChoose={onBegin} />}
        />
      )}
      <div className={styles.dock} data-beside-field>
        <ChatNotice chat={chat} state={state} />
        {files.strip}
        <Composer
          ref={area}
          text={text}
          onChange={setText}
          onSend={onSend}
          onStop={onStop}
          mode={mode}
          placeholder={props.placeholder}
          lead={files.button}
          chips={props.chips}
          onAssistant={props.onAssistant}
          canBeBlank={files.isSendable}
        />
      </div>
    </div>
  )
}

/** What is being written. `add` puts a text after it, which is not replaced, with the cursor at its end; stable, as `setText` is. */
function useField(draftKey: string, chat: ChatState, area: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useComposerText(draftKey, chat)
  const written = useRef(text)
  useEffect(() => {
    written.current = text
  })
  const add = useCallback(
    (more: string) => {
      const next = [written.current.trimEnd(), more].filter(Boolean).join('\n\n')
      setText(next)
      // After the new text is in place.
      requestAnimationFrame(() => {
        area.current?.focus()
        area.current?.setSelectionRange(next.length, next.length)
      })
    },
    [area, setText],
  )
  return { text, setText, add }
}
