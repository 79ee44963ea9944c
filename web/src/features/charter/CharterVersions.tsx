import { routes, type CharterVersion } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Markdown } from '../../ui/content/Markdown.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { formatDateTime, formatNumber } from '../../ui/words/formats.ts'
import styles from './CharterPage.module.css'

const kindOf = ({ number, edition }: CharterVersion) => (number === edition ? 'De fond' : 'Correction')

type Row = CharterVersion & { onRead: () => void }

const columns: readonly TableColumn<Row>[] = [
  { id: 'number', title: 'Version', isRowHeader: true, cell: ({ number }) => number },
  { id: 'date', title: 'Publiée le', isOneLine: true, cell: ({ published_at }) => formatDateTime(published_at) },
  { id: 'author', title: 'Par', cell: ({ author }) => author ?? 'Un compte supprimé' },
  { id: 'kind', title: 'Sorte', cell: kindOf },
  { id: 'accepted', title: 'Acceptée par', align: 'end', cell: ({ accepted }) => formatNumber(accepted) },
  {
    id: 'read',
    title: 'Lire',
    isTitleHidden: true,
    align: 'end',
    cell: ({ number, onRead }) => (
      <Button size="s" onPress={onRead} aria-label={`Lire la version ${number}`}>
        Lire
      </Button>
    ),
  },
]

/** Table of the versions of the charter. Each can be read again. */
export function CharterVersions({ versions }: { versions: readonly CharterVersion[] }) {
  const [read, setRead] = useState<CharterVersion | null>(null)
  if (versions.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <Table
        caption="Versions de la charte"
        columns={columns}
        rows={versions.map((version) => ({ ...version, onRead: () => setRead(version) }))}
        rowKey={({ id }) => id}
        isStacked
      />
      {read && <VersionDialog version={read} onClose={() => setRead(null)} />}
    </section>
  )
}

function VersionDialog({ version, onClose }: { version: CharterVersion; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.charterVersions.get, { params: { id: version.id } }))
  return (
    <Dialog isOpen size="l" title={`Version ${version.number} de la charte`} onClose={onClose} actions={<Button onPress={onClose}>Fermer</Button>}>
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Cette version n’a pas pu être chargée.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="lines" count={8} label="Chargement de la version…" />}
      {data && (
        <div className={styles.preview}>
          {data.changes !== '' && (
            <>
              <h3>Ce qui change</h3>
              <Markdown text={data.changes} headingLevel={4} />
            </>
          )}
          <h3>En bref</h3>
          <Markdown text={data.summary} headingLevel={4} />
          <h3>Le texte</h3>
          <Markdown text={data.text} headingLevel={4} />
        </div>
      )}
    </Dialog>
  )
}
