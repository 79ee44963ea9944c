import { literacyModules, minLiteracyGroup, routes, type LiteracyGroup } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { formatNumber, localDay } from '../../ui/words/formats.ts'
import { figuresFile } from './figures-file.ts'
import styles from './Literacy.module.css'
import { moduleSummaries } from './modules.ts'

const columns: readonly TableColumn<LiteracyGroup>[] = [
  { id: 'name', title: 'Service', isRowHeader: true, cell: ({ name }) => name },
  { id: 'accounts', title: 'Comptes actifs', align: 'end', cell: ({ accounts }) => formatNumber(accounts) },
  ...literacyModules.map((module): TableColumn<LiteracyGroup> => ({
    id: module,
    title: moduleSummaries[module].title,
    align: 'end',
    cell: ({ completed }) => formatNumber(completed[module]),
  })),
  { id: 'all', title: 'Tous', align: 'end', cell: ({ completed_all }) => formatNumber(completed_all) },
]

/** Page of the administrators: how many people completed each module, by team, never who. */
export function LiteracyFiguresPage() {
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(routes.literacyFigures.read), staleTime: 0 })
  return (
    <div className={styles.page}>
      <PageTitle tabTitle="Formation, par service" lead="Combien de personnes ont terminé chaque module. Jamais lesquelles, et aucune note n’est gardée.">
        Formation
      </PageTitle>
      <SectionNav section="governance" />
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les chiffres n’ont pas pu être chargés.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={5} label="Chargement des chiffres…" />}
      {data && (
        <>
          {data.groups.length === 0 ? (
            <p>Cette installation a moins de {minLiteracyGroup}&nbsp;comptes actifs&nbsp;: les compter dirait de qui l’on parle.</p>
          ) : (
            <>
              <Table caption="Modules terminés, par service" columns={columns} rows={data.groups} rowKey={({ team_id }) => team_id ?? ''} isStacked />
              <div>
                <Button
                  icon={<Download aria-hidden />}
                  onPress={() => saveBlob(new Blob([figuresFile(data.groups)], { type: 'text/csv;charset=utf-8' }), fileName())}
                >
                  Exporter (CSV)
                </Button>
              </div>
            </>
          )}
          <p className={styles.muted}>
            Les services de moins de {minLiteracyGroup}&nbsp;comptes sont comptés ensemble. Chacun suit la formation à{' '}
            <Link to={paths.literacy}>cette adresse</Link>, que la charte ou un assistant peuvent donner.
          </p>
        </>
      )}
    </div>
  )
}

const fileName = (): string => `parvis-formation-${localDay(new Date())}.csv`
