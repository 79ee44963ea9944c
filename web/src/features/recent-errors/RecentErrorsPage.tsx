import { constants, routes } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { EyeOff, RotateCw } from 'lucide-react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { textParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import styles from './RecentErrors.module.css'

const searchParams = { reference: textParam('reference', { longest: 36, rest: constants.conversationSearchDebounceMs }) }

/** Page of the recent errors by code, with a search by the reference that a user reads on an error message. */
export function RecentErrorsPage() {
  const { urlValues, displayedValues, change } = useSearchParamState(searchParams)
  const request_id = urlValues.reference
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(routes.recentErrors.list, { query: request_id === '' ? {} : { request_id } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui a échoué, ce que cela veut dire et ce que vous pouvez faire.">Erreurs récentes</PageTitle>
      <SectionNav section="steering" />
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les erreurs récentes.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={5} label="Chargement des erreurs récentes…" />}
      {data && (
        <>
          <div className={styles.tools}>
            <SearchField
              label="Référence donnée par une personne"
              isLabelHidden={false}
              placeholder="0a1b2c3d"
              value={displayedValues.reference}
              onChange={(reference) => change({ reference })}
              maxLength={36}
              spellCheck="false"
            />
            <Button icon={<RotateCw aria-hidden />} onPress={() => void refetch()}>
              Actualiser
            </Button>
          </div>
          <p className={styles.promise}>
            <EyeOff aria-hidden />
            <span>
              Gardées {data.kept_days}&nbsp;jours, {data.kept_per_code} par code au plus. Ni contenu, ni personne, ni adresse.
            </span>
          </p>
          <p className={styles.count} role="status">
            {plural(data.groups.length, 'code')}
            {request_id !== '' && ` pour la référence «\u00a0${request_id}\u00a0»`}
          </p>
          {data.groups.length === 0 ? (
            <EmptyState motif="recherche" title={request_id === '' ? 'Aucune erreur récente.' : 'Aucune erreur ne porte cette référence.'}>
              {request_id === ''
                ? 'Les erreurs que rencontrent les agents paraîtront ici.'
                : 'Vérifiez les caractères. L’erreur a pu être oubliée, ou faire partie de la vie ordinaire des sessions.'}
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {data.groups.map((group) => (
                <li key={group.code}>
                  <ErrorCard group={group} keptPerCode={data.kept_per_code} isOpen={request_id !== ''} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
