import { routes, type RouteAnswer } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { formatDateTime, plural } from '../../../ui/words/formats.ts'
import styles from './AssistantTests.module.css'

type TestGateState = RouteAnswer<typeof routes.assistantTestCases.gateState>

/** Reads where the tests of an assistant are, again at each opening. */
export const useGateState = (id: string, enabled = true) =>
  useQuery({ ...queryFor(routes.assistantTestCases.gateState, { params: { id } }), enabled, staleTime: 0, gcTime: 0 })

/** Where the tests of an assistant are, for the person who publishes it, with a link to its tests. */
export function GateState({ id, state }: { id: string; state: ReturnType<typeof useGateState> }) {
  const { data, error } = state
  return (
    <section aria-label="Contrôles de l’assistant" className={styles.kept}>
      <div className={styles.head}>
        <p className={styles.subject}>Contrôles</p>
        {data && <GateBadge state={data} />}
      </div>
      {!data && error && <ErrorMessage query={state}>{sentenceOf(error, 'Les contrôles n’ont pas pu être lus.')}</ErrorMessage>}
      {!data && !error && <Skeleton count={1} label="Chargement des contrôles…" />}
      {data && <p>{gateSentence(data)}</p>}
      <LinkButton size="s" icon={<ListChecks aria-hidden />} href={paths.assistantTests(id)}>
        Ouvrir les contrôles
      </LinkButton>
    </section>
  )
}

function GateBadge({ state: { run, needs_reason, cases } }: { state: TestGateState }) {
  if (cases === 0) return <Badge>Aucun cas</Badge>
  if (run === null) return <Badge tone="warning">À lancer</Badge>
  const isWhole = run.passed === run.tested && run.regressions === 0
  return <Badge tone={needs_reason ? 'danger' : isWhole ? 'success' : 'warning'}>{needs_reason ? 'Non réussis' : isWhole ? 'Réussis' : 'En partie'}</Badge>
}

/** Sentence on the last whole run of the present text, and on what publishing asks. */
function gateSentence({ cases, run, min_passed, needs_reason }: TestGateState): string {
  const reason =
    min_passed === null ? '' : ` Il faut ${min_passed}\u202f% de réussites sans régression${needs_reason ? '\u00a0: publier demande un motif écrit' : ''}.`
  if (cases === 0) return `Cet assistant n’a aucun cas de contrôle.${reason}`
  const all = plural(cases, 'cas de contrôle', 'cas de contrôle')
  if (run === null) return `${all}, qui n’${cases > 1 ? 'ont' : 'a'} pas été ${cases > 1 ? 'posés' : 'posé'} à ce texte.${reason}`
  const when = run.finished_at === null ? '' : ` le ${formatDateTime(run.finished_at)}`
  return `${all}\u00a0: ${plural(run.passed, 'réussite')} sur ${run.tested}, ${plural(run.regressions, 'régression')}${when}.${reason}`
}
