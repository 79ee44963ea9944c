import { pages, routes, type AssistantVersionSummary, type VersionedField } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { idParam } from '../../../router/search-param.ts'
import { matchPath } from '../../../router/match.ts'
import { useLocation } from '../../../router/Router.tsx'
import { useParams } from '../../../router/Routes.tsx'
import { useSearchParamState } from '../../../router/use-search-param-state.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { quotedList, formatDateTime } from '../../../ui/words/formats.ts'
import { RestoreButton, VersionDifference, versionCalls } from './VersionDifference.tsx'
import styles from './AssistantVersions.module.css'

const searchParams = { number: idParam('version') }

/** Page to go back to, and texts, by kind of assistant: the organisation's or the person's own. */
const origins = {
  common: { href: paths.assistantsAdmin, label: 'Gestion des Assistants', gone: 'n’existe plus', manyGone: 'n’existent plus' },
  own: {
    href: paths.ownAssistants,
    label: 'Mes assistants',
    gone: 'n’existe plus ou ne vous est plus ouverte',
    manyGone: 'n’existent plus ou ne vous sont plus ouvertes',
  },
} as const

/** Page of the versions of an assistant, with what each one changed, and a button to restore one. */
export function AssistantVersionsPage() {
  const { assistantId: id = '' } = useParams()
  const kind = matchPath(pages.ownAssistantVersions, useLocation().pathname) ? 'own' : 'common'
  const [calls, origin] = [versionCalls[kind], origins[kind]]
  const assistant = useQuery(queryFor(routes.assistants.get, { params: { id } }))
  const versions = useQuery({ ...queryFor(calls.list, { params: { id } }), staleTime: 0 })
  const { urlValues, change } = useSearchParamState(searchParams)
  const [notice, setNotice] = useState<string | null>(null)
  const error = assistant.error ?? versions.error
  const list = versions.data ?? []
  const latest = list[0]?.number ?? 0
  const shown = list.find(({ number }) => String(number) === urlValues.number) ?? list[0]

  function retry() {
    void assistant.refetch()
    void versions.refetch()
  }

  async function onRestored(number: number, left_out: readonly string[]) {
    const without = left_out.length === 0 ? '' : ` Sans les documents de ${quotedList(left_out)}, qui ${left_out.length > 1 ? origin.manyGone : origin.gone}.`
    setNotice(`Les textes de la version ${number} sont rétablis, dans une nouvelle version.${without}`)
    change({ number: '' }, true)
    await invalidate(calls.restore)
  }

  return (
    <div className={styles.page}>
      <PageTitle
        tabTitle={`Versions de ${assistant.data?.name ?? 'l’assistant'}`}
        lead={
          assistant.data
            ? `«\u00a0${assistant.data.name}\u00a0»\u00a0: son nom, sa description, ses instructions, ses questions proposées et ses documents, à chaque modification.`
            : undefined
        }
        actions={
          <LinkButton href={origin.href} icon={<ArrowLeft aria-hidden />}>
            {origin.label}
          </LinkButton>
        }
      >
        Versions de l’assistant
      </PageTitle>
      <Notice sentence={notice} onDismiss={() => setNotice(null)} />
      {error && (
        <ErrorMessage onRetry={retry} isRetrying={versions.isFetching || assistant.isFetching}>
          {sentenceOf(error, 'Impossible de charger les versions.')}
        </ErrorMessage>
      )}
      {!error && !versions.data && <Skeleton shape="rows" count={4} label="Chargement des versions…" />}
      {!error && shown && (
        <div className={styles.columns}>
          <VersionList versions={list} chosen={shown.number} onChoose={(number) => change({ number: number === latest ? '' : String(number) })} />
          <section className={styles.reading} aria-label={`Version ${shown.number}`}>
            <VersionDifference calls={calls} key={shown.number} assistantId={id} version={shown} />
            {shown.number !== latest && (
              <RestoreButton calls={calls} assistantId={id} number={shown.number} onRestored={(left_out) => void onRestored(shown.number, left_out)} />
            )}
          </section>
        </div>
      )}
    </div>
  )
}

const words: Record<VersionedField, string> = {
  name: 'nom',
  description: 'description',
  prompt_content: 'instructions',
  starters: 'questions proposées',
  document_categories: 'documents',
}

interface VersionListProps {
  versions: readonly AssistantVersionSummary[]
  chosen: number
  onChoose: (number: number) => void
}

/** List of the versions, latest first: what changed, when, by whom. */
function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  return (
    <nav aria-label="Versions" className={styles.list}>
      <ul>
        {versions.map((version, at) => (
          <li key={version.number}>
            <button type="button" className={styles.version} aria-current={version.number === chosen || undefined} onClick={() => onChoose(version.number)}>
              <strong>
                Version {version.number}
                {at === 0 && ', actuelle'}
              </strong>
              <span className={styles.what}>{describe(version)}</span>
              <span className={styles.who}>
                {formatDateTime(version.created_at)} · {version.author ?? 'auteur non connu'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function describe({ restored_from, changed }: AssistantVersionSummary): string {
  if (restored_from !== null) return `Reprend la version ${restored_from}`
  if (changed.length === 0) return 'Premier texte connu'
  return `Modifie\u00a0: ${changed.map((field) => words[field]).join(', ')}`
}
