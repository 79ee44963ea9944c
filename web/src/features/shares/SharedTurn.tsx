import type { SharedMessage } from '@parvis/contract'
import { CircleAlert, FileText, Pause } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { AnswerText, CopyAnswer } from '../../chat/answer/AnswerText.tsx'
import type { ChatMessage } from '../../chat/machine/state.ts'
import { failureSentence } from '../../chat/answer/reply-sentences.ts'
import styles from '../../chat/Message.module.css'
import { Sources } from '../../chat/sources/Sources.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { answerOf, incompleteReason } from './share-words.ts'

interface SharedTurnProps {
  message: SharedMessage
  /** Heading of the questions, with the name of their author. */
  questionHeading: string
  /** Author of the answers whose message has none. */
  author: { name: string; icon: ReactNode }
}

const noNotices = [] as const

/** Read-only message, drawn as in a normal conversation. */
export const SharedTurn = memo(function SharedTurn({ message, questionHeading, author }: SharedTurnProps) {
  if (message.role === 'user')
    return (
      <article className={styles.question}>
        <h2 className={styles.who}>
          <VisuallyHidden>{questionHeading}</VisuallyHidden>
        </h2>
        <div className={styles.bubble}>{message.content.trimEnd()}</div>
      </article>
    )
  const isError = message.status === 'erreur'
  const { text, changes } = answerOf(message)
  const reason = incompleteReason(message)
  return (
    <article className={styles.answer} data-error={isError || undefined}>
      <span className={styles.icon} aria-hidden>
        {isError ? <CircleAlert size={20} /> : author.icon}
      </span>
      <div className={styles.said}>
        <h2 className={styles.who}>{message.author ?? author.name}</h2>
        <AnswerText message={toChatMessage(message)} quotes={noNotices} isWriting={false} />
        {changes !== null && (
          <p className={styles.aside}>
            <FileText aria-hidden size={16} />
            {changes}
          </p>
        )}
        {reason && (
          <p className={styles.aside}>
            <Pause aria-hidden size={16} />
            {reason}
          </p>
        )}
        <Sources sources={message.sources} answer={text} quotes={noNotices} />
        {!isError && text !== '' && (
          <div className={styles.foot}>
            <div className={styles.actions}>
              <CopyAnswer text={text} />
            </div>
          </div>
        )}
      </div>
    </article>
  )
})

/** Converts a shared message to a chat message. */
function toChatMessage({ place, content, ...message }: SharedMessage): ChatMessage {
  const shownText = message.status === 'erreur' && content === '' ? failureSentence : content
  return { ...message, content: shownText, key: String(place), id: null, progress: null, feedback: null, client_message_id: null, versions: [] }
}
