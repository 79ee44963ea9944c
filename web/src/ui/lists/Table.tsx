import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './Table.module.css'

export interface TableSort {
  column: string
  direction: 'ascending' | 'descending'
}

/** Column of a table. Declare the list of columns outside the component. */
export interface TableColumn<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** The title is a button that sorts the table. */
  isSortable?: boolean
  /** Right-aligned, for figures and actions. */
  align?: 'end'
  /** The text does not wrap. */
  isOneLine?: boolean
  /** The cell is the header of its row, announced with the other cells. One column per table. */
  isRowHeader?: boolean
  /** The title is read aloud but not drawn (column of actions). */
  isTitleHidden?: boolean
}

interface TableProps<Row> {
  /** Description of the table, read aloud but not drawn. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: TableSort
  onSort?: (sort: TableSort) => void
  /** Whether a row is drawn dimmed, for example when archived or inactive. */
  isDimmed?: (row: Row) => boolean
  /** Whether dragged files are over a row that takes them. */
  isDropTarget?: (row: Row) => boolean
  /** Under 640 px each row becomes a card with labelled cells, instead of scrolling sideways. */
  isStacked?: boolean
  /** Ref to the `<tbody>`, whose children are the rows. */
  body?: Ref<HTMLTableSectionElement>
}

/** Returns the sort order after a click on the title of `column`: ascending first, then reversed at each click. */
function nextSort(current: TableSort | undefined, column: string): TableSort {
  const isSame = current?.column === column
  return { column, direction: isSame && current.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Table that scrolls sideways in its own region when the screen is too narrow. */
export function Table<Row>({ caption, columns, rows, rowKey, sort, onSort, isDimmed, isDropTarget, isStacked, body }: TableProps<Row>) {
  return (
    // A scrollable region must be reachable with the keyboard.
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
            <tr key={rowKey(row)} data-dimmed={isDimmed?.(row) || undefined} data-drop-target={isDropTarget?.(row) || undefined}>
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

function ColumnTitle<Row>({
  column,
  sort,
  onSort,
}: {
  column: TableColumn<Row>
  sort: TableSort | undefined
  onSort: ((sort: TableSort) => void) | undefined
}) {
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
