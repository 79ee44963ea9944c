import type { ConversationDocument } from '@parvis/contract'
import { ArrowDown, History, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from '../router/Router.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { readingWords, type ChatMessage, type RunningReply } from './chat-state.ts'
import { Message, type MessageHandlers } from './Message.tsx'
import styles from './MessageList.module.css'
import { useFollowing } from './scroll.ts'
import { useShownMessages } from './shown-messages.ts'

/** A system message: what it says, after how many turns. */
export interface Note {
  after: number
  text: string
  /** Drawn before it, on a quiet line; without one it is a message in a frame. */
  icon?: ReactNode
}

/** Its name and its drawing. */
export interface Author {
  name: string
  icon: ReactNode
}

/** Who wrote the answers before so many turns, from the first to the last. */
export interface FormerAuthor extends Author {
  until: number
}

/** What the answers before so many turns rested on, from the first to the last; null: on none. */
export interface FormerLibrary {
  until: number
  name: string | null
}

interface MessageListProps {
  messages: readonly ChatMessage[]
  reply: RunningReply | null
  /** Who answers. */
  author: Author
  formerAuthors?: readonly FormerAuthor[] | undefined
  handlers: MessageHandlers
  /** As in ChatScreen. */
  libraryName?: string | undefined
  formerLibraries?: readonly FormerLibrary[] | undefined
  /** Above the first message. */
  head: ReactNode
  /** Under the last message. */
  foot?: ReactNode
  /** In place of messages while there is none. */
  emptyText: string
  /** What is asked here, under it. */
  emptyLead?: string | undefined
  /** System messages, in their places; those before the first message that is drawn come with it. */
  notes?: readonly Note[] | undefined
  /** The files under each question, by its key. */
  filesUnder?: ReadonlyMap<string, readonly ConversationDocument[]> | undefined
  /** A message in the words of the screen; the same object for the same message, as what has not changed is not drawn again. */
  asShown?: (message: ChatMessage) => ChatMessage
}

/** The conversation: a column that follows its own growth and leaves the reader alone. A long one begins at its last messages. */
export function MessageList({ messages, reply, head, foot, emptyText, emptyLead, notes = [], ...turns }: MessageListProps) {
  const count = messages.length + notes.length
  const visit = useLocation().key
  const { frame, content, isAway, toEnd } = useFollowing(count, visit)
  const { from, showEarlier } = useShownMessages(messages, visit, frame, content)
  return (
    <div className={styles.outer}>
      <div ref={frame} className={styles.frame} role="region" aria-label="Messages de la conversation" tabIndex={0}>
        <div ref={content} className={styles.column}>
          {head}
          {count === 0 && (
            <div className={styles.empty}>
              <EmptyState motif="conversation" title={emptyText}>
                {emptyLead}
              </EmptyState>
            </div>
          )}
          {from > 0 && (
            <div className={styles.earlier}>
              <Button size="s" icon={<History aria-hidden />} onPress={showEarlier}>
                {`Afficher les messages précédents (${from})`}
              </Button>
            </div>
          )}
          {/* Not a live region: the start and the end are announced apart, once each (trust case A11-04). */}
          <div role="log" aria-live="off" aria-label="Conversation" aria-busy={reply !== null} className={styles.log}>
            {from === 0 && notesAt(notes, 0, messages.length)}
            {messages.slice(from).flatMap((_, at) => [drawTurn(messages, from + at, reply, turns), ...notesAt(notes, from + at + 1, messages.length)])}
          </div>
          {foot}
        </div>
      </div>
      {isAway && (
        <div className={styles.pill}>
          <Button size="s" icon={<ArrowDown aria-hidden />} onPress={() => toEnd('smooth')}>
            Revenir en bas
          </Button>
        </div>
      )}
    </div>
  )
}

function drawTurn(
  messages: readonly ChatMessage[],
  at: number,
  reply: RunningReply | null,
  {
    author,
    formerAuthors = [],
    handlers,
    libraryName,
    formerLibraries = [],
    filesUnder,
    asShown,
  }: Omit<MessageListProps, 'messages' | 'reply' | 'head' | 'emptyText'>,
) {
  const message = messages[at]!
  const isWriting = reply?.key === message.key
  const library = formerLibraries.find(({ until }) => until > at) ?? { name: libraryName }
  return (
    <Message
      key={message.key}
      message={asShown ? asShown(message) : message}
      author={formerAuthors.find(({ until }) => until > at) ?? author}
      handlers={handlers}
      files={filesUnder?.get(message.key)}
      silentLibrary={messages[at - 1]?.role === 'user' ? (library.name ?? undefined) : undefined}
      isLast={at === messages.length - 1}
      isWriting={isWriting}
      reading={isWriting ? readingWords(message, reply) : null}
      isCut={isWriting && reply.isCut}
      isBusy={reply !== null}
    />
  )
}

/** The notes that stand after so many turns. */
function notesAt(notes: readonly Note[], at: number, count: number) {
  return notes
    .filter(({ after }) => Math.min(after, count) === at)
    .map(({ text, icon }, which) => (
      <p key={`note ${at} ${which}`} className={icon ? styles.line : styles.note}>
        {icon ?? <Info aria-hidden size={16} />}
        <span>{text}</span>
      </p>
    ))
}
