import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { formatDateTime, plural } from '../../../ui/words/formats.ts'
import styles from './AssistantTests.module.css'
import { statusBadges } from './words.ts'

/** Interval at which the list is read again while a run goes on, in milliseconds. */
const refreshMs = 3_000

interface RunListProps {
  id: string
  /** Id of the run that is shown; empty for none. */
  chosen: string
  onChoose: (run_id: string) => void
}

/** The last runs of an assistant, latest first. */
export function RunList({ id, chosen, onChoose }: RunListProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(routes.assistantTestRuns.list, { params: { id } }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.some(({ status }) => status === 'en_cours') ? refreshMs : false),
  })
  if (!data && error) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les derniers contrôles.')}</ErrorMessage>
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="derniers-controles" className={styles.results}>
      <h2 id="derniers-controles">Derniers contrôles</h2>
      <ul className={styles.runs}>
        {data.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              tabIndex={0}
              className={styles.run}
              aria-current={run.id === chosen || undefined}
              onClick={() => onChoose(run.id === chosen ? '' : run.id)}
            >
              <span>
                {formatDateTime(run.created_at)} · {run.version === null ? 'instructions non enregistrées' : `version ${run.version}`}
              </span>
              <span className={styles.quiet}>
                {plural(run.regressions, 'régression')}, {plural(run.failed, 'échec')}, {plural(run.passed, 'réussite')}
              </span>
              <Badge tone={run.regressions > 0 ? 'danger' : statusBadges[run.status].tone}>
                {run.regressions > 0 ? 'Régressions' : statusBadges[run.status].label}
              </Badge>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
