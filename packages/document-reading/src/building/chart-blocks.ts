import type { ExtractedBlock } from '../port.ts'

/** A chart, read from a file of any format. `axes`: titles of the category axis and of the value axis. */
export type Chart = {
  title: string
  axes: readonly string[]
  series: readonly ChartSeries[]
  /** Other texts of the chart: custom data labels, footer, text boxes. */ notes: readonly string[]
}

/** Series of a chart. In a scatter or bubble chart, `categories` holds the x values. */
export type ChartSeries = { name: string; categories: SeriesPoints; values: SeriesPoints; /** Size of each bubble. */ sizes?: SeriesPoints }

/** Values of a series, as displayed. `texts` holds the first `MAX_POINTS` only; `count`, `min` and `max` cover all of them. */
type SeriesPoints = { readonly texts: readonly string[]; readonly count: number; readonly last: string; readonly min?: string; readonly max?: string }

/** Number of values of a chart, all series together, above which it is summarised. */
const MAX_CHART_POINTS = 2_000
/** Maximum number of values stored for one series. */
const MAX_POINTS = MAX_CHART_POINTS
/** Highest accepted index of a value; values beyond it are ignored. */
const MAX_INDEX = 10_000_000

/**
 * Collects the values of one series, within the limits.
 * @param show formats a value as the chart displays it
 */
export function createPoints(show: (value: string) => string = (value) => value) {
  /** Levels of categories, innermost first. */
  const levels: string[][] = []
  let count = 0
  let last = { index: -1, value: '' }
  let next = 0
  let min = { number: Infinity, value: '' }
  let max = { number: -Infinity, value: '' }
  const beginLevel = () => {
    levels.push([])
    next = 0
  }
  return {
    /** Starts an outer level of categories, around the previous one. */
    beginLevel,
    /** @param index position of the value in the series, from 0; the next position by default */
    add(value: string, index = next): void {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) return
      if (levels.length === 0) beginLevel()
      next = index + 1
      count = Math.max(count, next)
      if (index < MAX_POINTS) levels.at(-1)![index] = show(value)
      if (levels.length === 1 && index >= last.index) last = { index, value }
      const number = value.trim() === '' ? NaN : Number(value)
      if (number < min.number) min = { number, value }
      if (number > max.number) max = { number, value }
    },
    points: (): SeriesPoints => ({
      texts: joinCategoryLevels(levels),
      count,
      last: show(last.value),
      ...(min.number <= max.number && { min: show(min.value), max: show(max.value) }),
    }),
  }
}

/** Prefixes each category with its outer categories: « 2025 – Voirie ». A file gives an outer category only once, on the first category that it groups. */
function joinCategoryLevels(levels: readonly string[][]): string[] {
  const [inner = [], ...outer] = levels
  const current: string[] = outer.map(() => '')
  return Array.from(inner, (text, index) => {
    for (const [depth, level] of outer.entries()) current[depth] = level[index] || current[depth]!
    return [...current.toReversed(), text ?? ''].filter(Boolean).join(' – ')
  })
}

/**
 * Blocks of a chart: its title, a table of its values, then the texts drawn on it. `isWhole` is false when a summary replaces the values (more than
 * `MAX_CHART_POINTS`).
 */
export function chartBlocks({ title, axes, series, notes }: Chart): { blocks: ExtractedBlock[]; isWhole: boolean; points: number } {
  const points = series.reduce((sum, { values, categories }) => sum + Math.max(values.count, categories.count), 0)
  const isWhole = points <= MAX_CHART_POINTS
  const tables = isWhole ? chartTables(series, axes) : [chartSummary(series)]
  const chartName = title || (series.length === 1 ? series[0]!.name : '')
  return {
    isWhole,
    points,
    blocks: [
      { kind: 'paragraph', text: chartName ? `Graphique : ${chartName}` : 'Graphique' },
      ...tables.filter((rows) => rows.length > 1).map((rows): ExtractedBlock => ({ kind: 'table', rows, header: true })),
      ...notes.map((text): ExtractedBlock => ({ kind: 'paragraph', text })),
    ],
  }
}

/** Makes one table for each group of series with the same categories. A series without categories joins the first group; one with sizes has its own table. */
function chartTables(series: readonly ChartSeries[], [categoryAxis = '', valueAxis = '']: readonly string[]): string[][][] {
  const groups: ChartSeries[][] = []
  const byCategories = new Map<string, ChartSeries[]>()
  for (const seriesReader of series) {
    const key = seriesReader.categories.texts.join('\n')
    const group = seriesReader.sizes ? undefined : seriesReader.categories.count === 0 ? byCategories.values().next().value : byCategories.get(key)
    if (group) group.push(seriesReader)
    else {
      groups.push([seriesReader])
      if (!seriesReader.sizes) byCategories.set(key, groups.at(-1)!)
    }
  }
  return groups.map((group) => {
    const [first] = group
    const rows = Math.max(...group.map(({ values }) => values.count), first!.categories.count)
    const unnamed = valueAxis || 'Valeur'
    const header = [categoryAxis || 'Catégorie', ...group.map(({ name }) => name || unnamed), ...(first!.sizes ? ['Taille'] : [])]
    const cells = (row: number) => [
      first!.categories.texts[row] ?? (first!.categories.count === 0 ? String(row + 1) : ''),
      ...group.map(({ values }) => values.texts[row] ?? ''),
      ...(first!.sizes ? [first!.sizes.texts[row] ?? ''] : []),
    ]
    return [header, ...Array.from({ length: rows }, (_, row) => cells(row))]
  })
}

const chartSummary = (series: readonly ChartSeries[]): string[][] => [
  ['Série', 'Nombre de points', 'Minimum', 'Maximum', 'Premier', 'Dernier'],
  ...series.slice(0, MAX_CHART_POINTS).map(({ name, categories, values }) => {
    const at = (category: string | undefined, value: string | undefined) => [category, value].filter(Boolean).join(' : ')
    const { count, min = '', max = '', texts, last } = values
    return [name, count.toLocaleString('fr-FR'), min, max, at(categories.texts[0], texts[0]), at(categories.count === count ? categories.last : '', last)]
  }),
]
