import type { ListedProject } from '@parvis/contract'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Projects.module.css'

/** Creation and last modification of a project, as day/month/year hour:minute. */
export function ProjectDates({ project: { created_at, updated_at } }: { project: ListedProject }) {
  return (
    <dl className={styles.dates}>
      <div>
        <dt>Créé le</dt>
        <dd>
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </dd>
      </div>
      <div>
        <dt>Modifié le</dt>
        <dd>
          <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>
        </dd>
      </div>
    </dl>
  )
}
