import { routes, type RegisterFormat, type RegisterSummary } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { classificationWords } from '../../layout/uses/use-words.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { choiceParam, listSearch, pageCountParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { MoreRows, visibleRows } from '../../ui/lists/MoreRows.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { formatDate, localDay, plural } from '../../ui/words/formats.ts'
import styles from './Register.module.css'
import { registerFilters, registerRows, shownAreas, sourcedSentences, stateWords } from './register-words.ts'
import { useRegisterExport, type RegisterDocument } from './use-register-export.ts'

const formatNames: Record<RegisterFormat, string> = { csv: 'CSV', docx: 'Word', odt: 'OpenDocument' }
const offered: readonly [RegisterDocument, string, readonly RegisterFormat[]][] = [
  ['register', 'Registre', ['csv', 'docx', 'odt']],
  ['impact', 'Analyse d’impact', ['docx', 'odt']],
]

/** Page of the register of uses, with its exports. */
export function RegisterPage() {
  const register = useQuery({ ...queryFor(routes.register.list), staleTime: 0 })
  const file = useRegisterExport()
  const entries = offered.map(([document, title, formats]) => ({
    title,
    entries: formats.map((format) => ({
      id: `${document}-${format}`,
      label: `${title} (${formatNames[format]})`,
      onAction: () => void file.save(document, format),
    })),
  }))
  return (
    <div className={styles.page}>
      <PageTitle
        lead="Chaque assistant partagé&nbsp;: à quoi il sert, avec quels modèles et quelles données, et qui en répond."
        actions={
          <Menu label={file.isPending ? 'Préparation…' : 'Exporter'} isNamed icon={<Download aria-hidden />} entries={entries} isDisabled={file.isPending} />
        }
      >
        Registre des usages
      </PageTitle>
      <SectionNav section="governance" />
      <Notice {...file.notice} onDismiss={file.dismiss} />
      {register.isError && <ErrorMessage query={register}>{sentenceOf(register.error, 'Le registre n’a pas pu être chargé.')}</ErrorMessage>}
      {!register.data && !register.isError && <Skeleton shape="rows" count={8} label="Chargement du registre…" />}
      {register.data && (
        <>
          {!register.data.is_required && (
            <Banner tone="info">
              Rien n’est demandé avant de publier un assistant&nbsp;: le réglage <code>USE_REGISTER</code> de cette installation vaut «&nbsp;non&nbsp;».
            </Banner>
          )}
          {register.data.entries.length === 0 ? (
            <EmptyState motif="document" title="Aucun assistant n’est partagé.">
              Sa fiche apparaît ici dès qu’il l’est.
            </EmptyState>
          ) : (
            <Entries entries={register.data.entries} />
          )}
          <LegalSources />
        </>
      )}
    </div>
  )
}

/** Sentences on the law, with their sources. */
export function LegalSources() {
  return (
    <section className={styles.sources} aria-label="Ce que disent les textes">
      {sourcedSentences.map(({ text, source }) => (
        <p key={source}>
          {text} {source}
        </p>
      ))}
    </section>
  )
}

const searchParams = {
  search: listSearch,
  filter: choiceParam(
    'montrer',
    registerFilters.map(({ id }) => id),
    'tous',
  ),
  pages: pageCountParam,
}
const firstPageSize = 20
const describeMore = (added: number) => `${plural(added, 'fiche')} de plus`

const columns: readonly TableColumn<RegisterSummary>[] = [
  {
    id: 'name',
    title: 'Usage',
    isRowHeader: true,
    cell: ({ id, name, owner, responsible }) => (
      <div className={styles.name}>
        <Link to={paths.registerSheet(id)}>{name}</Link>
        <p className={styles.muted}>{responsible || owner || 'L’organisation'}</p>
      </div>
    ),
  },
  {
    id: 'classification',
    title: 'Classement',
    cell: (entry) => (
      <>
        <Badge tone={classificationWords[entry.classification].tone}>{classificationWords[entry.classification].label}</Badge>
        {shownAreas(entry) !== '' && (
          <p className={styles.muted}>
            {entry.areas === null && 'Avis\u00a0: '}
            {shownAreas(entry)}
          </p>
        )}
      </>
    ),
  },
  { id: 'state', title: 'État', cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge> },
  {
    id: 'completed',
    title: 'Fiche complétée',
    isOneLine: true,
    cell: ({ completed_at }) => (completed_at === null ? 'Pas encore' : formatDate(completed_at)),
  },
  { id: 'review', title: 'À relire', isOneLine: true, cell: ({ review_on }) => (review_on === null ? '–' : formatDate(`${review_on}T12:00:00Z`)) },
]

/** Table of the sheets, with its search and its filter, which the URL holds. */
function Entries({ entries }: { entries: readonly RegisterSummary[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { displayedValues, change } = useSearchParamState(searchParams)
  const { search, filter, pages } = displayedValues
  const [today] = useState(() => localDay(new Date()))
  const rows = registerRows(entries, filter, search, today)
  const visible = visibleRows(rows, pages, firstPageSize)
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Rechercher une fiche" placeholder="Nom, responsable ou usage" value={search} onChange={(next) => change({ search: next })} />
        <Segments label="Montrer" options={registerFilters} value={filter} onChange={(next) => change({ filter: next })} />
        <p className={styles.count} role="status">
          {plural(rows.length, 'fiche')}
        </p>
      </div>
      {rows.length === 0 ? (
        <EmptyState motif="recherche" title="Aucune fiche ne correspond.">
          Montrez-les toutes, ou changez la recherche.
        </EmptyState>
      ) : (
        <>
          <Table
            body={body}
            caption="Registre des usages"
            columns={columns}
            rows={visible}
            rowKey={({ id }) => id}
            isDimmed={({ state }) => state === 'clos'}
            isStacked
          />
          <MoreRows
            list={body}
            shownCount={visible.length}
            hasMore={visible.length < rows.length}
            isLoading={false}
            failure={null}
            onMore={() => change({ pages: pages + 1 }, true)}
            label="Afficher plus de fiches"
            describe={describeMore}
          />
        </>
      )}
    </>
  )
}
