import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './Table.module.css'

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/** A column; declare the list outside the component. */
export interface Column<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Makes the title a button. */
  isSortable?: boolean
  /** Figures and actions stand at the right. */
  align?: 'end'
  /** What it says is not cut. */
  isOneLine?: boolean
  /** The cell that names its row: announced with the others. One per table. */
  isRowHeader?: boolean
  /** The title is read aloud but not drawn (column of actions). */
  isTitleHidden?: boolean
}

interface TableProps<Row> {
  /** Says what the table holds; read aloud, not drawn. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Drawn dimmed: archived, inactive. */
  isDimmed?: (row: Row) => boolean
  /** Under 640 px each row becomes a card which names its cells, instead of scrolling sideways. */
  isStacked?: boolean
  /** The element whose children are the rows. */
  body?: Ref<HTMLTableSectionElement>
}

/** The order a click on the title of `column` asks for. */
function nextSort(current: Sort | undefined, column: string): Sort {
  const isSame = current?.column === column
  return { column, direction: isSame && current.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** A plain table which scrolls inside its own region when the screen is too narrow. */
export function Table<Row>({ caption, columns, rows, rowKey, sort, onSort, isDimmed, isStacked, body }: TableProps<Row>) {
  return (
    // A scrolling region must be reachable without a mouse.
    <div className={styles.region} role="region" aria-label={caption} tabIndex={0}>
      <table className={`${styles.table} ${isStacked ? styles.stacked : ''}`}>
        <caption className={styles.hiddenCaption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-align={column.align} aria-sort={sort?.column === column.id ? sort.direction : undefined}>
                <ColumnTitle column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-dimmed={isDimmed?.(row) || undefined}>
              {columns.map((column) =>
                column.isRowHeader ? (
                  <th key={column.id} scope="row" data-align={column.align}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    data-align={column.align}
                    data-one-line={column.isOneLine || undefined}
                    data-title={column.isTitleHidden ? undefined : column.title}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ColumnTitle<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }) {
  if (column.isTitleHidden) return <span className={styles.hiddenCaption}>{column.title}</span>
  if (!column.isSortable || !onSort) return column.title
  const Arrow = sort?.column !== column.id ? ChevronsUpDown : sort.direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.id))}>
      {column.title}
      <Arrow aria-hidden />
    </button>
  )
}
