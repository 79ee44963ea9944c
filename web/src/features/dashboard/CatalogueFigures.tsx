import type { Dashboard } from '@parvis/contract'
import { Bars } from '../../ui/charts/Bars.tsx'
import { Figure, type Paint } from '../../ui/charts/Figure.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import styles from './Dashboard.module.css'

type UsedAssistant = Dashboard['assistants'][number]
type Opinions = Dashboard['feedback'][number]

const nameOf = ({ name }: { name: string | null }): string => name ?? 'Sans assistant'
// Deleted assistants all have the id null: their names tell them apart.
const keyOf = ({ assistant_id, name }: { assistant_id: string | null; name: string | null }): string => `${assistant_id} ${name}`

const usedColumns: readonly TableColumn<UsedAssistant>[] = [
  { id: 'name', title: 'Assistant', isRowHeader: true, cell: nameOf },
  { id: 'conversations', title: 'Conversations', align: 'end', cell: ({ conversations }) => formatNumber(conversations) },
]

export function AssistantsFigure({ assistants }: { assistants: readonly UsedAssistant[] }) {
  return (
    <Figure
      title="Assistants les plus utilisés"
      summary={assistants.length === 0 ? 'Aucun assistant utilisé sur cette période.' : 'Par conversations commencées sur la période.'}
      isEmpty={assistants.length === 0}
      table={<Table caption="Assistants les plus utilisés" columns={usedColumns} rows={assistants} rowKey={keyOf} />}
    >
      <Bars
        rows={assistants.map((assistant) => ({
          key: keyOf(assistant),
          label: nameOf(assistant),
          parts: [{ value: assistant.conversations, paint: 'primary' }],
          text: formatNumber(assistant.conversations),
        }))}
      />
    </Figure>
  )
}

const opinionColumns: readonly TableColumn<Opinions>[] = [
  { id: 'name', title: 'Assistant', isRowHeader: true, cell: nameOf },
  { id: 'positive', title: 'Positifs', align: 'end', cell: ({ positive }) => formatNumber(positive) },
  { id: 'negative', title: 'Négatifs', align: 'end', cell: ({ negative }) => formatNumber(negative) },
]
const opinionLegend = [
  { label: 'Positifs', paint: 'success' },
  { label: 'Négatifs', paint: 'danger' },
] as const satisfies readonly { label: string; paint: Paint }[]

export function FeedbackFigure({ feedback }: { feedback: readonly Opinions[] }) {
  return (
    <Figure
      title="Avis sur les réponses, par assistant"
      summary={feedback.length === 0 ? 'Aucun avis donné sur cette période.' : 'Avis donnés pendant la période.'}
      legend={opinionLegend}
      isEmpty={feedback.length === 0}
      table={<Table caption="Avis sur les réponses, par assistant" columns={opinionColumns} rows={feedback} rowKey={keyOf} />}
    >
      <Bars
        rows={feedback.map((opinions) => ({
          key: keyOf(opinions),
          label: nameOf(opinions),
          parts: [
            { value: opinions.positive, paint: 'success' },
            { value: opinions.negative, paint: 'danger' },
          ],
          text: `${plural(opinions.positive, 'positif')}, ${plural(opinions.negative, 'négatif')}`,
        }))}
      />
    </Figure>
  )
}

type DocumentStateCount = { key: string; label: string; value: number; paint: Paint }

const stateColumns: readonly TableColumn<DocumentStateCount>[] = [
  { id: 'label', title: 'État', isRowHeader: true, cell: ({ label }) => label },
  { id: 'value', title: 'Documents', align: 'end', cell: ({ value }) => formatNumber(value) },
]

export function DocumentsFigure({ documents }: { documents: Dashboard['documents'] }) {
  const states: readonly DocumentStateCount[] = [
    { key: 'indexed', label: 'Indexés', value: documents.indexed, paint: 'success' },
    { key: 'reading', label: 'En cours de lecture', value: documents.reading, paint: 'primary' },
    { key: 'queued', label: 'En attente', value: documents.queued, paint: 'neutral' },
    { key: 'failed', label: 'En échec', value: documents.failed, paint: 'danger' },
  ]
  const total = states.reduce((sofar, { value }) => sofar + value, 0)
  return (
    <Figure
      title="Indexation des documents"
      summary={total === 0 ? 'Aucun document pour le moment.' : `${plural(total, 'document')} à cet instant, base documentaire et documents personnels.`}
      table={<Table caption="Indexation des documents" columns={stateColumns} rows={states} rowKey={({ key }) => key} />}
    >
      <Bars rows={states.map(({ key, label, value, paint }) => ({ key, label, parts: [{ value, paint }], text: formatNumber(value) }))} />
      <ul className={styles.links} aria-label="Dates des documents">
        <li>
          <Link to={`${paths.documents}?etat=a-verifier`}>{`${plural(documents.to_review, 'document')} à vérifier`}</Link>
        </li>
        <li>
          <Link to={`${paths.documents}?etat=anciens`}>{plural(documents.expired, 'document expiré ou remplacé', 'documents expirés ou remplacés')}</Link>
        </li>
      </ul>
    </Figure>
  )
}
