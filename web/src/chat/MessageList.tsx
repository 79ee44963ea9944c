import { ArrowDown, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { readingWords, type ChatMessage, type RunningReply } from './chat-state.ts'
import { Message, type MessageHandlers } from './Message.tsx'
import styles from './MessageList.module.css'
import { useFollowing } from './scroll.ts'
import { useShownMessages } from './shown-messages.ts'

interface MessageListProps {
  messages: readonly ChatMessage[]
  reply: RunningReply | null
  /** Who answers: its name and its drawing. */
  author: { name: string; icon: ReactNode }
  handlers: MessageHandlers
  /** As in ChatScreen. */
  libraryName?: string | undefined
  /** Above the first message. */
  head?: ReactNode
  /** In place of messages while there is none. */
  empty: ReactNode
}

/** The conversation: a column that follows its own growth and leaves the reader alone. A long one begins at its last messages. */
export function MessageList({ messages, reply, author, handlers, libraryName, head, empty }: MessageListProps) {
  const { frame, content, isAway, toEnd } = useFollowing(messages.length)
  const { from, showEarlier } = useShownMessages(messages, frame, content)
  return (
    <div className={styles.outer}>
      <div ref={frame} className={styles.frame} role="region" aria-label="Messages de la conversation" tabIndex={0}>
        <div ref={content} className={styles.column}>
          {head}
          {messages.length === 0 && empty}
          {from > 0 && (
            <div className={styles.earlier}>
              <Button size="s" icon={<History aria-hidden />} onPress={showEarlier}>
                {`Afficher les messages précédents (${from})`}
              </Button>
            </div>
          )}
          {/* Not a live region: the start and the end are announced apart, once each (trust case A11-04). */}
          <div role="log" aria-live="off" aria-label="Conversation" aria-busy={reply !== null} className={styles.log}>
            {messages.slice(from).map((message, at) => (
              <Message
                key={message.key}
                message={message}
                author={author}
                handlers={handlers}
                silentLibrary={messages[from + at - 1]?.role === 'user' ? libraryName : undefined}
                isLast={from + at === messages.length - 1}
                isWriting={reply?.key === message.key}
                reading={reply?.key === message.key ? readingWords(message, reply) : null}
                isCut={reply?.key === message.key && reply.isCut}
                isBusy={reply !== null}
              />
            ))}
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
