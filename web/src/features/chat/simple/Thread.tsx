import { ArrowDown, Info } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { readingWords, type ChatMessage, type ChatState } from '../../../chat/chat-state.ts'
import { Message, type MessageHandlers } from '../../../chat/Message.tsx'
import chatStyles from '../../../chat/ChatScreen.module.css'
import styles from '../../../chat/MessageList.module.css'
import { useFollowing } from '../../../chat/scroll.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import own from './SimpleChatbot.module.css'

/** A system message: what it says, after how many turns. Here they are shown (specification, chapter 4). */
export interface Note {
  after: number
  text: string
}

interface ThreadProps {
  state: ChatState
  notes: readonly Note[]
  author: { name: string; icon: ReactNode }
  handlers: MessageHandlers
  head: ReactNode
}

/** The turns, with the system messages in their places. */
export function Thread({ state: { messages, reply }, notes, author, handlers, head }: ThreadProps) {
  const { frame, content, isAway, toEnd } = useFollowing(messages.length + notes.length)
  const [asShown] = useState(createShown)
  const notesAt = (at: number) =>
    notes
      .filter(({ after }) => Math.min(after, messages.length) === at)
      .map(({ text }, which) => (
        <p key={`note ${at} ${which}`} className={own.note}>
          <Info aria-hidden size={16} />
          <span>{text}</span>
        </p>
      ))
  return (
    <div className={styles.outer}>
      <div ref={frame} className={styles.frame} role="region" aria-label="Messages de la conversation" tabIndex={0}>
        <div ref={content} className={styles.column}>
          {head}
          {messages.length === 0 && notes.length === 0 && (
            <div className={chatStyles.empty}>
              <EmptyState motif="conversation" title="Démarrez une conversation avec le chatbot..." />
            </div>
          )}
          <div role="log" aria-live="off" aria-label="Conversation" aria-busy={reply !== null} className={styles.log}>
            {notesAt(0)}
            {messages.flatMap((message, at) => [
              <Message
                key={message.key}
                message={asShown(message)}
                author={author}
                handlers={handlers}
                isLast={at === messages.length - 1}
                isWriting={reply?.key === message.key}
                reading={reply?.key === message.key ? readingWords(message, reply) : null}
                isCut={reply?.key === message.key && reply.isCut}
                isBusy={reply !== null}
              />,
              ...notesAt(at + 1),
            ])}
          </div>
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

/** The same message, as this screen shows it: with the words of chapter 8 for a refused stream. Kept, so that what has not changed is not drawn again. */
function createShown(): (message: ChatMessage) => ChatMessage {
  const known = new WeakMap<ChatMessage, ChatMessage>()
  return (message) => {
    const shown = known.get(message) ?? { ...message, error: message.error?.replace(/^HTTP: /, 'Erreur HTTP: ') ?? null }
    known.set(message, shown)
    return shown
  }
}
