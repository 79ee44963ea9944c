import { feedbackReasons, type RouteAnswer, type routes, type FeedbackReason } from '@parvis/contract'
import { Link } from '../../router/Link.tsx'
import { formatDate, formatNumber } from '../../ui/words/formats.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { paths } from '../../paths.ts'
import styles from './Opinions.module.css'

type Comment = RouteAnswer<typeof routes.feedback.comments>[number]

/** Comments written with negative feedback, latest first. */
export function CommentList({ comments }: { comments: readonly Comment[] }) {
  return (
    <section className={styles.comments} aria-labelledby="commentaires">
      <h2 id="commentaires">Commentaires</h2>
      {comments.length === 0 && <p className={styles.facts}>Personne n’a encore écrit de commentaire.</p>}
      <ul className={styles.list}>
        {comments.map((comment, index) => (
          // Comments carry no id: neither that of the person nor that of the message.
          <li key={index} className={styles.card}>
            <blockquote className={styles.comment}>{comment.comment}</blockquote>
            <p className={styles.facts}>
              {comment.assistant_name ?? 'Sans assistant'} · {formatDate(`${comment.given_on}T00:00`)}
              {comment.reasons.length > 0 && ` · ${comment.reasons.map((reason) => feedbackReasons[reason]).join(', ')}`}
            </p>
            {comment.assistant_id !== null && (
              <p className={styles.facts}>
                <Link to={paths.assistantVersions(comment.assistant_id)}>
                  Revoir ses instructions
                  <VisuallyHidden>&nbsp;: {comment.assistant_name}</VisuallyHidden>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Formats the reasons of negative feedback, most frequent first: « Réponse inexacte (3), Hors sujet (1) »; a dash when there are none. */
export function reasonsInWords(counts: Partial<Record<FeedbackReason, number>>): string {
  const reasonCounts = Object.entries(counts) as [FeedbackReason, number][]
  if (reasonCounts.length === 0) return '–'
  return reasonCounts
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${feedbackReasons[reason]}\u00a0(${formatNumber(count)})`)
    .join(', ')
}
