import { MessageSquareQuote, Pencil, RefreshCw, ThumbsUp } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import type { ChatMessage } from './chat-state.ts'
import { CopyAnswer } from './CopyAnswer.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import type { MessageDeeds } from './Message.tsx'
import styles from './Message.module.css'

/** Under an answer: copy, opinion, rephrase, another answer, files (specification, chapter 2). */
export function AnswerActions({ message, deeds, isLast, isBusy }: { message: ChatMessage; deeds: MessageDeeds; isLast: boolean; isBusy: boolean }) {
  const isLiked = message.feedback === 'positive'
  return (
    <div className={styles.actions} role="group" aria-label="Actions sur cette réponse">
      <CopyAnswer text={message.content} />
      {message.id !== null && (
        <IconButton label={isLiked ? 'Retirer votre avis' : 'Réponse utile'} size="s" aria-pressed={isLiked} onPress={() => deeds.onRate(message)}>
          <ThumbsUp aria-hidden fill={isLiked ? 'currentColor' : 'none'} className={isLiked ? styles.rated : undefined} />
        </IconButton>
      )}
      <IconButton label="Reformuler" size="s" isDisabled={isBusy} onPress={() => deeds.onRephrase(message)}>
        <MessageSquareQuote aria-hidden />
      </IconButton>
      {isLast && (
        <IconButton label="Générer une autre réponse" size="s" isDisabled={isBusy} onPress={deeds.onRegenerate}>
          <RefreshCw aria-hidden />
        </IconButton>
      )}
      <ExportMenu onExport={(format, scope) => deeds.onExport(message, format, scope)} />
    </div>
  )
}

/** Under one's own question. */
export function QuestionActions({ isBusy, onEdit }: { isBusy: boolean; onEdit: () => void }) {
  return (
    <div className={styles.actions} role="group" aria-label="Actions sur votre message">
      <IconButton label="Modifier votre question" size="s" isDisabled={isBusy} onPress={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
    </div>
  )
}
