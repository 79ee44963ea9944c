import { routes, type RouteAnswer } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { useSearchParamState, useLastPageFallback } from '../../router/use-search-param-state.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Pagination } from '../../ui/lists/Pagination.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AuditFilters, auditSearchParams, auditQueryOf } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import styles from './AuditTrail.module.css'
import { useAuditExport } from './use-audit-export.ts'

/** Page of the audit trail, latest events first. */
export function AuditTrailPage() {
  const { urlValues, displayedValues, change } = useSearchParamState(auditSearchParams)
  const { page } = urlValues
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryFor(routes.audit.list, { query: { page: String(page), ...auditQueryOf(urlValues) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  // Goes to the last page when a purge has removed the current one.
  useLastPageFallback(page, data && !isPlaceholderData ? { rows: data.entries.length, pages: data.pages } : undefined, (last) => change({ page: last }, true))
  const file = useAuditExport(auditQueryOf(displayedValues), () => void refetch())

  return (
    <div className={styles.page}>
      <PageTitle
        lead="Qui a fait quoi, quand et d’où. Personne ne peut modifier ce journal, pas même un administrateur."
        actions={
          <Button icon={<Download aria-hidden />} onPress={() => void file.save()} isPending={file.isPending} pendingLabel="Préparation…">
            Exporter en CSV
          </Button>
        }
      >
        Journal d’audit
      </PageTitle>
      <SectionNav section="steering" />
      <Notice {...file.notice} onDismiss={file.dismiss} />
      <AuditFilters value={displayedValues} onChange={change} />
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger le journal d’audit.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={8} label="Chargement du journal d’audit…" />}
      {data && <Entries trail={data} page={page} onPage={(next) => change({ page: next })} />}
    </div>
  )
}

/** Number of matching events, and one page of them. */
function Entries({ trail, page, onPage }: { trail: RouteAnswer<typeof routes.audit.list>; page: number; onPage: (page: number) => void }) {
  const { entries, pages, total, kept_days } = trail
  return (
    <>
      <div className={styles.facts}>
        <p role="status">{plural(total, 'acte')}</p>
        <p className={styles.promise}>
          <ShieldCheck aria-hidden />
          <span>Ni contenu, ni mot de passe.{kept_days !== null && ` Gardé ${kept_days}\u00a0jours.`}</span>
        </p>
      </div>
      {entries.length === 0 ? (
        <EmptyState motif="recherche" title="Aucun acte ne correspond.">
          Élargissez la période ou retirez un filtre.
        </EmptyState>
      ) : (
        <>
          <AuditTable entries={entries} />
          <Pagination page={Math.min(page, pages)} pages={pages} onChange={onPage} label="Pages du journal d’audit" />
        </>
      )}
    </>
  )
}
