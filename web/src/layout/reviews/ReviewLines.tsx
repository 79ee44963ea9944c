import { reviewSentence, type TextReview } from '@parvis/contract'
import { BadgeCheck, FilePenLine } from 'lucide-react'
import { formatLongDate } from '../../ui/words/formats.ts'
import styles from './Reviews.module.css'

/** « Relu par … », or « Modifié depuis la relecture de … », under a text. */
export const ReviewLines = ({ reviews }: { reviews: readonly TextReview[] }) => (
  <ul className={styles.lines}>
    {reviews.map((review) => (
      <li key={review.id}>
        {review.is_current ? <BadgeCheck aria-hidden /> : <FilePenLine aria-hidden />}
        {reviewSentence(review, formatLongDate)}
      </li>
    ))}
  </ul>
)
