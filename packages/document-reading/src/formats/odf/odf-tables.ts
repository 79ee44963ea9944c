import { writeBlocks } from '../../building/recorder.ts'
import { splitByPage } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { OdfCloseHandlers, OdfOpenHandlers, OdfReaders } from './odf-parts.ts'
import { createSheetReader } from './odf-sheets.ts'

export const tableElements = (parts: OdfReaders): OdfOpenHandlers => {
  const { kind, builder, styles, breaks, pages, paragraphs, tables, ground, frames, warnings, sheets } = parts
  const beginCell = (a: XmlAttributes) => {
    const style = a['table:style-name']
    ground.enter(styles.paints(style), styles.strikes(style))
    const repeatCount = parseCopies(a['table:number-columns-repeated'])
    tables.beginCell(repeatCount)
    sheets.current()?.beginCell(a, repeatCount)
  }
  const beginSheet = (a: XmlAttributes) => {
    const name = a['table:name'] ?? ''
    if (styles.isHidden(a['table:style-name'])) builder.warn('hidden_sheet', `La feuille masquée « ${name} » a été lue aussi.`)
    builder.page(null, { label: name || null })
    sheets.begin(createSheetReader(name, { styles, tables, warnings }))
  }
  const beginGroup = (a: XmlAttributes) => sheets.current()?.beginGroup(a)
  return {
    'table:table'(a) {
      frames.content()
      if (kind === 'ods' && tables.depth() === 0) beginSheet(a)
      if (tables.depth() === 0 && !paragraphs.isInside()) pages.begin(breaks.hasBreak('before', 'table', a['table:style-name']))
      paragraphs.cutForTable()
      // A table or a row is often coloured by a style that is not read.
      ground.enter('other')
      tables.begin()
    },
    'table:table-header-rows': tables.markHeader,
    'table:table-row-group': beginGroup,
    'table:table-column-group': beginGroup,
    'table:table-column': (a) => sheets.current()?.column(a, parseCopies(a['table:number-columns-repeated'])),
    'table:table-row'(a) {
      const repeatCount = parseCopies(a['table:number-rows-repeated'])
      tables.beginRow(repeatCount)
      sheets.current()?.beginRow(a, repeatCount)
    },
    'table:table-cell': beginCell,
    'table:covered-table-cell': beginCell,
  }
}

export const closingTableElements = ({ builder, pages, paragraphs, tables, ground, sheets }: OdfReaders): OdfCloseHandlers => {
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
        for (const { page, rows, options } of table ? splitByPage(table) : []) {
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

function parseCopies(value: string | undefined): number {
  return Math.max(Math.floor(Number(value)) || 1, 1)
}
