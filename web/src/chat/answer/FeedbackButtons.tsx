import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ChatMessage } from '../chat-state.ts'
import styles from '../Message.module.css'

/** Buttons of positive and negative feedback. Pressing the selected one withdraws it. */
export function FeedbackButtons({ message, onRate }: { message: ChatMessage; onRate: (rating: ChatMessage['feedback']) => void }) {
  const isLiked = message.feedback === 'positive'
  const isDisliked = message.feedback === 'negative'
  return (
    <>
      <IconButton label={isLiked ? 'Retirer votre avis' : 'Réponse utile'} size="s" aria-pressed={isLiked} onPress={() => onRate(isLiked ? null : 'positive')}>
        <ThumbsUp aria-hidden fill={isLiked ? 'currentColor' : 'none'} className={isLiked ? styles.rated : undefined} />
      </IconButton>
      <IconButton
        label={isDisliked ? 'Retirer votre avis négatif' : 'Réponse à améliorer'}
        size="s"
        aria-pressed={isDisliked}
        onPress={() => onRate(isDisliked ? null : 'negative')}
      >
        <ThumbsDown aria-hidden fill={isDisliked ? 'currentColor' : 'none'} className={isDisliked ? styles.ratedDown : undefined} />
      </IconButton>
    </>
  )
}
