import type { ConversationDocument } from '@parvis/contract'
import { ArrowDown, History, Info } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from '../router/Router.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import type { SubstitutionNote as SubstitutionNoteType } from './answer/AnswerDetails.tsx'
import type { ChatMessage, RunningReply } from './machine/state.ts'
import { readingProgressSentence } from './answer/reply-sentences.ts'
import { Message } from './Message.tsx'
import type { MessageHandlers } from './answer/MessageActions.tsx'
import styles from './MessageList.module.css'
import { useFollowEnd } from './scroll.ts'
import { useShownMessages } from './shown-messages.ts'

/** System message shown after the first `after` messages. */
export interface SystemNote {
  after: number
  text: string
  /** Icon of a discreet line. Without one, the note is shown in a frame. */
  icon?: ReactNode
}

export interface AnswerAuthor {
  name: string
  icon: ReactNode
}

/** Author of the answers whose index is below `until`. Lists are in ascending order of `until`. */
export interface FormerAuthor extends AnswerAuthor {
  until: number
}

/** Library that the answers whose index is below `until` searched; null name: none. Lists are in ascending order of `until`. */
export interface FormerLibrary {
  until: number
  name: string | null
}

interface MessageListProps {
  messages: readonly ChatMessage[]
  reply: RunningReply | null
  /** Author of the answers that no `formerAuthors` entry covers. */
  author: AnswerAuthor
  formerAuthors?: readonly FormerAuthor[] | undefined
  handlers: MessageHandlers
  /** Library that the answers not covered by `formerLibraries` searched. */
  libraryName?: string | undefined
  formerLibraries?: readonly FormerLibrary[] | undefined
  /** Shown above the first message. */
  head: ReactNode
  /** Shown under the last message. */
  foot?: ReactNode
  /** Title shown while there is no message. */
  emptyText: string
  /** Explanation shown under `emptyText`. */
  emptyDetails?: string | undefined
  /** System messages. Those placed before the first rendered message are hidden with the earlier messages. */
  notes?: readonly SystemNote[] | undefined
  /** Files shown under each question, by message key. */
  filesUnder?: ReadonlyMap<string, readonly ConversationDocument[]> | undefined
  /** Changes the text of a message for display. Must return the same object for the same message, so that `memo` can skip it. */
  toDisplayed?: (message: ChatMessage) => ChatMessage
}

/** Messages of a conversation. The column scrolls with its growth unless the reader has scrolled up. A long conversation starts at its last messages. */
export function MessageList({ messages, reply, head, foot, emptyText, emptyDetails, notes = [], ...messageProps }: MessageListProps) {
  const count = messages.length + notes.length
  const visit = useLocation().key
  const { frame, content, isAway: isScrolledUp, toEnd: scrollToEnd } = useFollowEnd(count, visit)
  const { from, showEarlier } = useShownMessages(messages, visit, frame, content)
  return (
    <div className={styles.outer}>
      <div ref={frame} className={styles.frame} role="region" aria-label="Messages de la conversation" tabIndex={0}>
        <div ref={content} className={styles.column}>
          {head}
          {count === 0 && (
            <div className={styles.empty}>
              <EmptyState motif="conversation" title={emptyText}>
                {emptyDetails}
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
          {/* Not a live region: the start and the end of a reply are announced separately, once each (trust case A11-04). */}
          <div role="log" aria-live="off" aria-label="Conversation" aria-busy={reply !== null} className={styles.log}>
            {from === 0 && notesAt(notes, 0, messages.length)}
            {messages
              .slice(from)
              .flatMap((_, at) => [
                renderMessage(messages, from + at, reply, messageProps),
                substitutionNote(messages, from + at),
                ...notesAt(notes, from + at + 1, messages.length),
              ])}
          </div>
          {foot}
        </div>
      </div>
      {isScrolledUp && (
        <div className={styles.pill}>
          <Button size="s" icon={<ArrowDown aria-hidden />} onPress={() => scrollToEnd('smooth')}>
            Revenir en bas
          </Button>
        </div>
      )}
    </div>
  )
}

function renderMessage(
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
    toDisplayed,
  }: Omit<MessageListProps, 'messages' | 'reply' | 'head' | 'emptyText'>,
) {
  const message = messages[at]!
  const isWriting = reply?.key === message.key
  const library = formerLibraries.find(({ until }) => until > at) ?? { name: libraryName }
  return (
    <Message
      key={message.key}
      message={toDisplayed ? toDisplayed(message) : message}
      author={formerAuthors.find(({ until }) => until > at) ?? author}
      handlers={handlers}
      files={filesUnder?.get(message.key)}
      sentImages={messages[at + 1]?.images}
      searchedLibrary={messages[at - 1]?.role === 'user' ? (library.name ?? undefined) : undefined}
      isLast={at === messages.length - 1}
      isWriting={isWriting}
      readingProgress={isWriting ? readingProgressSentence(message, reply) : null}
      isCut={isWriting && reply.isCut}
      isBusy={reply !== null}
    />
  )
}

// Loaded on demand: another model rarely answers.
const SubstitutionNote = onDemand<ComponentProps<typeof SubstitutionNoteType>>(async () => (await import('./answer/AnswerDetails.tsx')).SubstitutionNote)

/** Note under an answer of another model than the expected one, unless the previous answer has the same one. */
function substitutionNote(messages: readonly ChatMessage[], at: number) {
  const { substitution, key } = messages[at]!
  if (substitution === undefined) return null
  const previous = messages.slice(0, at).findLast(({ role, status }) => role === 'assistant' && status !== 'erreur')?.substitution
  if (previous?.model === substitution.model && previous?.model_reason === substitution.model_reason) return null
  return <SubstitutionNote key={`model ${key}`} substitution={substitution} className={styles.line} />
}

/** Notes placed after `at` messages. A note beyond the last message is placed after it. */
function notesAt(notes: readonly SystemNote[], at: number, count: number) {
  return notes
    .filter(({ after }) => Math.min(after, count) === at)
    .map(({ text, icon }, noteIndex) => (
      <p key={`note ${at} ${noteIndex}`} className={icon ? styles.line : styles.note}>
        {icon ?? <Info aria-hidden size={16} />}
        <span>{text}</span>
      </p>
    ))
}
