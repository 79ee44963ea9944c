import { auditFileName, routes } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { q } from '../../api/ask.ts'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/save-file.ts'
import { SectionNav } from '../../layout/SectionNav.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorMessage } from '../../ui/ErrorMessage.tsx'
import { plural } from '../../ui/formats.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AuditFilters, nothingChosen, queryOf } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import styles from './AuditTrail.module.css'

const today = () => new Date().toISOString()

/** Who did what, to whom, when and from where; the latest first. */
export function AuditTrailPage() {
  const [chosen, setChosen] = useState(nothingChosen)
  const [page, setPage] = useState(1)
  const [isPending, setPending] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'error'; sentence: string } | null>(null)
  const filters = queryOf(useDeferredValue(chosen))
  const { data, error, isFetching, refetch } = useQuery({
    ...q(routes.audit.list, { query: { page: String(page), ...filters } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  // Rows were purged meanwhile.
  if (data && data.entries.length === 0 && page > data.pages) setPage(data.pages)

  async function save() {
    setPending(true)
    setNotice(null)
    try {
      const response = await open(routes.audit.export, { query: queryOf(chosen) })
      saveBlob(await response.blob(), auditFileName(today()))
      setNotice({ tone: 'success', sentence: 'Le fichier est prêt. Cet export est inscrit au journal.' })
      void refetch()
    } catch (failure) {
      setNotice({ tone: 'error', sentence: sentenceOf(failure, 'Le journal n’a pas pu être exporté. Veuillez réessayer.') })
    } finally {
      setPending(false)
    }
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead="Qui a fait quoi, quand et d’où. Personne ne peut modifier ce journal, pas même un administrateur."
        actions={
          <Button icon={<Download aria-hidden />} onPress={() => void save()} isPending={isPending} pendingLabel="Préparation…">
            Exporter en CSV
          </Button>
        }
      >
        Journal d’audit
      </PageTitle>
      <SectionNav section="steering" />
      {notice && (
        <Banner tone={notice.tone} onDismiss={() => setNotice(null)}>
          {notice.sentence}
        </Banner>
      )}
      <AuditFilters
        value={chosen}
        onChange={(next) => {
          setChosen(next)
          setPage(1)
        }}
      />
      {error && (
        <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>
          {sentenceOf(error, 'Impossible de charger le journal d’audit.')}
        </ErrorMessage>
      )}
      {!data && !error && <Skeleton shape="rows" count={8} label="Chargement du journal d’audit…" />}
      {data && (
        <>
          <div className={styles.facts}>
            <p role="status">{plural(data.total, 'acte')}</p>
            <p className={styles.promise}>
              <ShieldCheck aria-hidden />
              <span>Ni contenu, ni mot de passe.{data.kept_days !== null && ` Gardé ${data.kept_days}\u00a0jours.`}</span>
            </p>
          </div>
          {data.entries.length === 0 ? (
            <EmptyState motif="recherche" title="Aucun acte ne correspond.">
              Élargissez la période ou retirez un filtre.
            </EmptyState>
          ) : (
            <>
              <AuditTable entries={data.entries} />
              <Pagination page={Math.min(page, data.pages)} pages={data.pages} onChange={setPage} label="Pages du journal d’audit" />
            </>
          )}
        </>
      )}
    </div>
  )
}
