import { feedbackReasons, type RouteAnswer, type routes } from '@parvis/contract'
import { Link } from '../../router/Link.tsx'
import { formatDate } from '../../ui/words/formats.ts'
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
