import type { CurrentUser } from '@parvis/contract'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'
import { displayName } from '../../layout/profile/profile-form.ts'

/** Name, e-mail address, role, and last sign-in before the current one or « Jamais ». */
export function SummaryCard({ user }: { user: CurrentUser }) {
  const name = displayName(user)
  return (
    <Card as="section">
      <div className={styles.summary}>
        <span className={styles.initial} aria-hidden>
          {[...name][0]?.toUpperCase()}
        </span>
        <div className={styles.identity}>
          <div className={styles.nameLine}>
            <h2 className={styles.name}>{name}</h2>
            <Badge tone={user.is_admin ? 'primary' : 'neutral'}>{user.is_admin ? 'Administrateur' : 'Utilisateur'}</Badge>
          </div>
          <p className={styles.email}>{user.email}</p>
        </div>
        <dl className={styles.login}>
          <dt>Dernière connexion</dt>
          <dd>{user.previous_login ? <time dateTime={user.previous_login}>{formatDateTime(user.previous_login)}</time> : 'Jamais'}</dd>
        </dl>
      </div>
    </Card>
  )
}
