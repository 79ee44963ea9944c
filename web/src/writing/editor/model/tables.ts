import { newBlockId, type CellAlign } from '@parvis/written-document'
import type { NodeType } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, goToNextCell, isInTable, selectedRect } from 'prosemirror-tables'
import { insertBlock } from './commands.ts'
import { schema } from './schema.ts'

const nodes = schema.nodes as Record<string, NodeType>
const columns = 3
const rows = 3
/** Limits of a table, those of the contract. */
const maxColumns = 50

/** Inserts a table of three columns, with a header, below the selected block. */
export const insertTable: Command = insertBlock(() => {
  const row = (type: NodeType) =>
    nodes['table_row']!.create(
      null,
      Array.from({ length: columns }, () => type.create()),
    )
  return nodes['table']!.create({ id: newBlockId() }, [row(nodes['table_header']!), ...Array.from({ length: rows - 1 }, () => row(nodes['table_cell']!))])
})

/** Goes to the next cell. In the last one, adds a row. */
export const nextCell: Command = (state, dispatch, view) => {
  if (goToNextCell(1)(state, dispatch)) return true
  if (!isInTable(state) || view === undefined) return false
  addRowAfter(state, dispatch)
  return goToNextCell(1)(view.state, view.dispatch)
}

/** Goes to the previous cell. In the first one, returns false: Shift+Tab leaves the editor. */
export const previousCell = goToNextCell(-1)

/** Adds a row below. A row below the header is not a header. */
export const addRow: Command = addRowAfter

export const addColumn: Command = (state, dispatch) => isInTable(state) && selectedRect(state).map.width < maxColumns && addColumnAfter(state, dispatch)

/** Deletes the selected rows, or the table if it has no other. */
export const removeRow: Command = (state, dispatch) => deleteRow(state, dispatch) || deleteTable(state, dispatch)
export const removeColumn: Command = (state, dispatch) => deleteColumn(state, dispatch) || deleteTable(state, dispatch)

/** Aligns the columns of the selection. */
export const alignColumns =
  (align: CellAlign): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { map, left, right, table, tableStart } = selectedRect(state)
    if (dispatch) {
      const tr = state.tr
      for (const cell of map.cellsInRect({ left, right, top: 0, bottom: map.height })) {
        if (table.nodeAt(cell)?.attrs['align'] !== align) tr.setNodeAttribute(tableStart + cell, 'align', align)
      }
      dispatch(tr)
    }
    return true
  }

export { deleteTable, isInTable }
