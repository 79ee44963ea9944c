import { dashboardPeriods, routes, type Dashboard } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { choiceParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { isEstimated, formatShare, sumOf, unfinished } from './counts.ts'
import styles from './Dashboard.module.css'
import { AssistantsFigure, DocumentsFigure, FeedbackFigure } from './CatalogueFigures.tsx'
import { AccountTokensFigure, AssistantTokensFigure, ModelTokensFigure, TeamTokensFigure } from './ConsumptionFigures.tsx'
import { FootprintFigure } from './FootprintFigure.tsx'
import { ConversationsFigure, MessagesFigure, UnfinishedFigure } from './DailyFigures.tsx'

const searchParams = { days: choiceParam('jours', dashboardPeriods, '30') }

/** Usage statistics of the instance, for administrators. Numbers only, with no content; only tokens are shown by account. */
export function DashboardPage() {
  const { urlValues, change } = useSearchParamState(searchParams)
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(routes.dashboards.read, { query: urlValues }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.page}>
      <PageTitle lead="L’usage de votre installation, jour après jour.">Tableau de bord</PageTitle>
      <SectionNav section="steering" />
      <div className={styles.tools}>
        <p className={styles.promise}>
          <EyeOff aria-hidden />
          Des nombres seulement&nbsp;: ni contenu, ni qui a écrit quoi.
        </p>
        <Segments
          label="Période"
          options={dashboardPeriods.map((id) => ({ id, label: `${id}\u00a0jours` }))}
          value={urlValues.days}
          onChange={(days) => change({ days })}
        />
      </div>
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger le tableau de bord.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="cards" count={6} label="Calcul des nombres…" />}
      {data && (
        <>
          <Totals data={data} />
          <div className={styles.figures} aria-busy={isFetching}>
            <MessagesFigure days={data.days} />
            <ConversationsFigure days={data.days} />
            <UnfinishedFigure days={data.days} />
            <AssistantsFigure assistants={data.assistants} />
            <FeedbackFigure feedback={data.feedback} />
            <AssistantTokensFigure consumption={data.consumption} />
            <ModelTokensFigure consumption={data.consumption} />
            <TeamTokensFigure consumption={data.consumption} />
            <AccountTokensFigure consumption={data.consumption} />
            <FootprintFigure days={urlValues.days} />
            <DocumentsFigure documents={data.documents} />
          </div>
        </>
      )}
    </div>
  )
}

function Totals({ data: { users, days, consumption } }: { data: Dashboard }) {
  const lost = days.reduce((total, day) => total + unfinished(day) - day.stopped, 0)
  const replies = sumOf(days, 'replies')
  const tokenDetail = consumption.is_counting
    ? 'calcul en cours, ces nombres vont augmenter'
    : `${isEstimated(consumption.total) ? 'estimés' : 'par le modèle'}, en ${days.length}\u00a0jours`
  const tiles = [
    { label: 'Actifs sur 7\u00a0jours', value: formatNumber(users.active_7), detail: `sur ${plural(users.total, 'compte ouvert', 'comptes ouverts')}` },
    { label: 'Actifs sur 30\u00a0jours', value: formatNumber(users.active_30), detail: `${formatShare(users.active_30, users.total)} des comptes` },
    { label: 'Questions posées', value: formatNumber(sumOf(days, 'questions')), detail: `en ${days.length}\u00a0jours` },
    { label: 'Réponses en échec', value: formatNumber(lost), detail: `${formatShare(lost, replies)} des réponses` },
    { label: 'Jetons lus', value: formatNumber(consumption.total.prompt_tokens), detail: tokenDetail },
    { label: 'Jetons écrits', value: formatNumber(consumption.total.completion_tokens), detail: tokenDetail },
  ]
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ label, value, detail }) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
