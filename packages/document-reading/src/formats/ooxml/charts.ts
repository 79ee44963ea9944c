import { createPoints, type Chart, type ChartSeries } from '../../building/chart-blocks.ts'
import { readXmlPart, type XmlHandler } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { formatCell, styleOfFormat, type CellStyle } from '../sheets/xlsx-styles.ts'
import { createDrawingText } from './drawing-text.ts'

type PointList = ReturnType<typeof createFormattedPoints>
type ChartSeriesReader = { name: string; categories: PointList; values: PointList; sizes: PointList | null; data: string }

/** Id of a custom number format. */
const CUSTOM_FORMAT_ID = 200

/** Collects values formatted with the current number format. Values before any format, and texts, are shown as stored. */
function createFormattedPoints() {
  let style: CellStyle | null = null
  const { add, beginLevel, points } = createPoints((value) => (style === null ? value : formatCell(value, style)))
  return { add, beginLevel, points, format: (code: string) => void (style = styleOfFormat(CUSTOM_FORMAT_ID, code.slice(0, 255))) }
}

/** Reads a chart part, of Office 2007 (`c:chartSpace`) or of Office 2016 (`cx:chartSpace`). */
export async function readChart(zip: BoundedZip, part: string, depth: number): Promise<Chart> {
  const chart = createChartHandler()
  await readXmlPart(zip, part, chart.handler, depth)
  return chart.end()
}

/** Kind of each list of a series, by its element. */
const LIST_KINDS = new Map<string, 'categories' | 'values' | 'sizes'>([
  ['c:cat', 'categories'],
  ['c:xVal', 'categories'],
  ['c:val', 'values'],
  ['c:yVal', 'values'],
  ['c:bubbleSize', 'sizes'],
])

const isAxisName = (name: string): boolean => /^c:(?:cat|val|date|ser)Ax$/.test(name) || name === 'cx:axis'

const emptySeries = (): ChartSeriesReader => ({ name: '', categories: createFormattedPoints(), values: createFormattedPoints(), sizes: null, data: '' })

const listOf = (owner: ChartSeriesReader, kind: 'categories' | 'values' | 'sizes'): PointList =>
  kind === 'sizes' ? (owner.sizes ??= createFormattedPoints()) : owner[kind]

function createChartHandler(): { handler: XmlHandler; end(): Chart } {
  const titles: { ofChart: string[]; ofAxes: string[][] } = { ofChart: [], ofAxes: [] }
  const notes: string[] = []
  const series: ChartSeriesReader[] = []
  /** Data of Office 2016 charts, by the identifier that series refer to. */
  const data = new Map<string, ChartSeriesReader>()
  let current: ChartSeriesReader | null = null
  let list: PointList | null = null
  let title: string[] | null = null
  let isAxis = false
  let inName = false
  let inLabel = false
  let index: number | undefined
  let value: string | null = null
  const text = createDrawingText(
    // Labels such as « [VALEUR] » are placeholders for the value of the point.
    (paragraph) => void (inLabel && /^\[.*\]$/.test(paragraph) ? null : (title ?? notes).push(paragraph)),
    () => {},
  )
  const endValue = (content: string) => {
    if (inLabel) notes.push(content)
    else if (title) title.push(content)
    else if (list) list.add(content, index)
    else if (inName && current) current.name = [current.name, content].filter(Boolean).join(' ')
  }

  const handler: XmlHandler = {
    open(name, a) {
      const local = name.slice(name.indexOf(':') + 1)
      if (isAxisName(name)) {
        isAxis = true
        titles.ofAxes.push([])
      } else if (name === 'c:dLbl') inLabel = true
      else if (local === 'title') title = isAxis ? titles.ofAxes.at(-1)! : titles.ofChart
      else if (name === 'c:ser' || name === 'cx:series') series.push((current = emptySeries()))
      else if (name === 'cx:data') data.set(a['id'] ?? '', (current = emptySeries()))
      else if (name === 'cx:dataId' && current) current.data = a['val'] ?? ''
      else if (local === 'tx') inName = !list
      else if (current && LIST_KINDS.has(name)) list = listOf(current, LIST_KINDS.get(name)!)
      else if (current && (name === 'cx:strDim' || name === 'cx:numDim')) list = ['cat', 'x'].includes(a['type'] ?? '') ? current.categories : current.values
      else if (local === 'lvl' && list) {
        list.beginLevel()
        if (a['formatCode']) list.format(a['formatCode'])
      } else if (name === 'c:numCache' || name === 'c:numLit') list?.format('General')
      else if (local === 'pt') index = a['idx'] === undefined ? undefined : Number(a['idx'])
      if (name === 'c:v' || name === 'cx:v' || name === 'cx:pt' || name === 'c:formatCode') value = ''
      text.open(name, a)
    },
    close(name) {
      text.close(name)
      const local = name.slice(name.indexOf(':') + 1)
      if (value !== null && name === 'c:formatCode') list?.format(value)
      else if (value !== null && (local === 'v' || name === 'cx:pt')) endValue(value)
      if (local === 'v' || local === 'pt' || local === 'formatCode') value = null
      if (isAxisName(name)) isAxis = false
      else if (name === 'c:dLbl') inLabel = false
      else if (local === 'title') title = null
      else if (local === 'tx') inName = false
      else if (LIST_KINDS.has(name) || name === 'cx:strDim' || name === 'cx:numDim') list = null
      else if (name === 'c:ser' || name === 'cx:series' || name === 'cx:data') current = null
    },
    text(content) {
      if (value !== null) value += content
      else text.text(content)
    },
  }
  const toChartSeries = (reader: ChartSeriesReader): ChartSeries => {
    const { categories, values, sizes } = data.get(reader.data) ?? reader
    return { name: reader.name, categories: categories.points(), values: values.points(), ...(sizes && { sizes: sizes.points() }) }
  }
  return {
    handler,
    end: () => ({
      title: titles.ofChart.join(' '),
      axes: titles.ofAxes.map((lines) => lines.join(' ')),
      series: series.map(toChartSeries).filter(({ values, categories }) => values.count + categories.count > 0),
      notes,
    }),
  }
}
