import { createPoints, type Chart } from '../../building/chart-blocks.ts'
import type { XmlHandler } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { formatCell, GENERAL } from '../sheets/xlsx-styles.ts'

type ChartColumn = { name: string; points: ReturnType<typeof createPoints> }

/** Maximum number of columns read from a chart. */
const MAX_SERIES = 256

/**
 * Reads an OpenDocument chart (`chart:chart`): its titles, and the table of values stored with it. In that table, the first column names the categories
 * and the first row names the series.
 */
export function createChartHandler(): { handler: XmlHandler; end(): Chart } {
  const title: string[] = []
  const axes: string[][] = []
  const notes: string[] = []
  const columns: ChartColumn[] = []
  let target: string[] | null = null
  let isAxis = false
  let paragraphText: string | null = null
  let row = -1
  let column = -1
  let cell: { value: string | undefined; text: string; repeatCount: number } | null = null

  const endCell = () => {
    if (!cell) return
    for (let index = 0; index < cell.repeatCount && ++column < MAX_SERIES; index++) {
      const at = (columns[column] ??= { name: '', points: createPoints((value) => formatCell(value, GENERAL)) })
      if (row === 0) at.name = cell.text
      else if (cell.value !== undefined || cell.text) at.points.add(cell.value ?? cell.text, row - 1)
    }
    cell = null
  }
  const onOpen: Readonly<Record<string, (a: XmlAttributes) => void>> = {
    'chart:title': () => void (target = isAxis ? axes.at(-1)! : title),
    'chart:subtitle': () => void (target = title),
    'chart:footer': () => void (target = notes),
    'chart:axis'(a) {
      isAxis = true
      // In `Chart`, axes are in the order categories, values.
      axes[a['chart:dimension'] === 'x' ? 0 : 1] ??= []
    },
    'table:table-row': () => void (row++, (column = -1)),
    'table:table-cell': (a) =>
      void (cell = { value: a['office:value'], text: '', repeatCount: Math.min(Math.max(Number(a['table:number-columns-repeated']) || 1, 1), MAX_SERIES) }),
    'text:p': () => void (paragraphText = ''),
  }
  const onClose: Readonly<Record<string, () => void>> = {
    'chart:title': () => void (target = null),
    'chart:subtitle': () => void (target = null),
    'chart:footer': () => void (target = null),
    'chart:axis': () => void (isAxis = false),
    'table:table-cell': endCell,
    'text:p'() {
      const text = (paragraphText ?? '').replace(/\s+/g, ' ').trim()
      paragraphText = null
      if (cell) cell.text = [cell.text, text].filter(Boolean).join(' ')
      else if (text) (target ?? notes).push(text)
    },
  }
  const [opening, closing] = [new Map(Object.entries(onOpen)), new Map(Object.entries(onClose))]
  return {
    handler: {
      open: (name, a) => opening.get(name)?.(a),
      close: (name) => closing.get(name)?.(),
      text: (text) => void (paragraphText !== null && (paragraphText += text)),
    },
    end() {
      const [categories, ...values] = columns
      const series = values.map(({ name, points }) => ({ name, categories: categories!.points.points(), values: points.points() }))
      return {
        title: title.join(' – '),
        axes: Array.from(axes, (lines) => (lines ?? []).join(' ')),
        series: series.filter((reader) => reader.values.count > 0),
        notes,
      }
    },
  }
}
