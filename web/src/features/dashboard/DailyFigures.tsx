import { Columns } from '../../ui/charts/Columns.tsx'
import { Figure, type Paint } from '../../ui/charts/Figure.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { longDay, shortDay, sumOf, unfinished, unfinishedSentence, type DashboardDay } from './counts.ts'

interface DaysProps {
  days: readonly DashboardDay[]
}

type DayCount = Exclude<keyof DashboardDay, 'day'>

const dayColumn: TableColumn<DashboardDay> = { id: 'day', title: 'Jour', isRowHeader: true, cell: ({ day }) => longDay(day) }
const countColumn = (id: DayCount, title: string): TableColumn<DashboardDay> => ({ id, title, align: 'end', cell: (day) => formatNumber(day[id]) })

const messageColumns = [dayColumn, countColumn('questions', 'Questions'), countColumn('replies', 'Réponses')]
const conversationColumns = [dayColumn, countColumn('conversations', 'Conversations')]
const unfinishedColumns = [dayColumn, countColumn('failed', 'En erreur'), countColumn('cut', 'Coupées'), countColumn('stopped', 'Arrêtées par la personne')]

const unfinishedSeries: readonly { count: DayCount; label: string; paint: Paint }[] = [
  { count: 'failed', label: 'En erreur', paint: 'danger' },
  { count: 'cut', label: 'Coupées', paint: 'warning' },
  { count: 'stopped', label: 'Arrêtées par la personne', paint: 'neutral' },
]

/** Table of the days, latest first. */
function DaysTable({ caption, columns, days }: { caption: string; columns: readonly TableColumn<DashboardDay>[]; days: readonly DashboardDay[] }) {
  return <Table caption={caption} columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
}

/** « Jour le plus chargé : samedi 21 novembre (12). », preceded by a space; empty when every count is 0. */
function busiest(days: readonly DashboardDay[], countOf: (day: DashboardDay) => number): string {
  const top = days.reduce((best, day) => (countOf(day) > countOf(best) ? day : best))
  return countOf(top) === 0 ? '' : ` Jour le plus chargé\u00a0: ${longDay(top.day)} (${formatNumber(countOf(top))}).`
}

export function MessagesFigure({ days }: DaysProps) {
  const messages = (day: DashboardDay) => day.questions + day.replies
  const total = sumOf(days, 'questions') + sumOf(days, 'replies')
  return (
    <Figure
      title="Messages par jour"
      summary={total === 0 ? 'Aucun message sur cette période.' : `${plural(total, 'message')}, questions et réponses.${busiest(days, messages)}`}
      isEmpty={total === 0}
      table={<DaysTable caption="Messages par jour" columns={messageColumns} days={days} />}
    >
      <Columns labels={days.map(({ day }) => shortDay(day))} series={[{ label: 'Messages', paint: 'primary', values: days.map(messages) }]} />
    </Figure>
  )
}

export function ConversationsFigure({ days }: DaysProps) {
  const total = sumOf(days, 'conversations')
  return (
    <Figure
      title="Conversations commencées par jour"
      summary={
        total === 0
          ? 'Aucune conversation sur cette période.'
          : `${plural(total, 'conversation')} où une question a été posée.${busiest(days, (day) => day.conversations)}`
      }
      isEmpty={total === 0}
      table={<DaysTable caption="Conversations commencées par jour" columns={conversationColumns} days={days} />}
    >
      <Columns
        labels={days.map(({ day }) => shortDay(day))}
        series={[{ label: 'Conversations', paint: 'primary', values: days.map(({ conversations }) => conversations) }]}
      />
    </Figure>
  )
}

export function UnfinishedFigure({ days }: DaysProps) {
  const total = days.reduce((sofar, day) => sofar + unfinished(day), 0)
  return (
    <Figure
      title="Réponses inachevées par jour"
      summary={unfinishedSentence(days)}
      legend={unfinishedSeries}
      isEmpty={total === 0}
      table={<DaysTable caption="Réponses inachevées par jour" columns={unfinishedColumns} days={days} />}
    >
      <Columns
        labels={days.map(({ day }) => shortDay(day))}
        series={unfinishedSeries.map(({ count, label, paint }) => ({ label, paint, values: days.map((day) => day[count]) }))}
      />
    </Figure>
  )
}
