import { writeBlocks } from '../../building/recorder.ts'
import { partsByPage } from '../../building/table-pages.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { Closing, Opening, Parts } from './odf-parts.ts'
import { createSheet } from './odf-sheets.ts'

export const tableElements = (parts: Parts): Opening => {
  const { kind, builder, styles, breaks, pages, paragraphs, tables, ground, frames, warnings, sheets } = parts
  const beginCell = (a: XmlAttributes) => {
    const style = a['table:style-name']
    ground.enter(styles.paints(style), styles.strikes(style))
    const times = timesOf(a['table:number-columns-repeated'])
    tables.beginCell(times)
    sheets.current()?.beginCell(a, times)
  }
  const beginSheet = (a: XmlAttributes) => {
    const name = a['table:name'] ?? ''
    if (styles.isUnseen(a['table:style-name'])) builder.warn('hidden_sheet', `La feuille masquée « ${name} » a été lue aussi.`)
    builder.page(null, { label: name || null })
    sheets.begin(createSheet(name, { styles, tables, warnings }))
  }
  const beginGroup = (a: XmlAttributes) => sheets.current()?.beginGroup(a)
  return {
    'table:table'(a) {
      frames.content()
      if (kind === 'ods' && tables.depth() === 0) beginSheet(a)
      if (tables.depth() === 0 && !paragraphs.isInside()) pages.begin(breaks.isSaid('before', 'table', a['table:style-name']))
      paragraphs.cutForTable()
      // A table or a row is often coloured by a style that is not read.
      ground.enter('other')
      tables.begin()
    },
    'table:table-header-rows': tables.markHeader,
    'table:table-row-group': beginGroup,
    'table:table-column-group': beginGroup,
    'table:table-column': (a) => sheets.current()?.column(a, timesOf(a['table:number-columns-repeated'])),
    'table:table-row'(a) {
      const times = timesOf(a['table:number-rows-repeated'])
      tables.beginRow(times)
      sheets.current()?.beginRow(a, times)
    },
    'table:table-cell': beginCell,
    'table:covered-table-cell': beginCell,
  }
}

export const closingTableElements = ({ builder, pages, paragraphs, tables, ground, sheets }: Parts): Closing => {
  const endCell = () => {
    sheets.current()?.endCell()
    tables.endCell()
    ground.leave()
  }
  const endGroup = () => sheets.current()?.endGroup()
  return {
    'table:table-cell': endCell,
    'table:covered-table-cell': endCell,
    'table:table-row-group': endGroup,
    'table:table-column-group': endGroup,
    'table:table-row'() {
      const row = tables.endRow()
      sheets.current()?.endRow(row)
      if (row === null || tables.rowCount() < builder.limits.rowsPerSheet) return
      builder.warn('rows_truncated', `Seules les ${builder.limits.rowsPerSheet.toLocaleString('fr-FR')} premières lignes de chaque feuille ont été lues.`)
    },
    'table:table'() {
      const table = tables.end()
      if (tables.depth() === 0) {
        for (const { page, rows, options } of table ? partsByPage(table) : []) {
          pages.start(page ?? undefined)
          builder.table(rows, options)
        }
        writeBlocks(paragraphs.takeDrawn(), builder)
        sheets.end()
      }
      ground.leave()
    },
  }
}

function timesOf(value: string | undefined): number {
  return Math.max(Math.floor(Number(value)) || 1, 1)
}
