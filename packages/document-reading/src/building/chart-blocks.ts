import type { ExtractedBlock } from '../port.ts'

/** A chart as a file of any format stores it. `axes`: titles of the axis of categories and of that of values. */
export type Chart = { title: string; axes: readonly string[]; series: readonly ChartSeries[]; /** Texts drawn on the chart. */ notes: readonly string[] }

/** A series of a chart; `categories` holds the abscissas where these are numbers. */
export type ChartSeries = { name: string; categories: Points; values: Points; /** Size of each bubble. */ sizes?: Points }

/** Values of a series, as displayed. `texts` holds the first ones only: `count`, `min` and `max` describe all of them. */
export type Points = { readonly texts: readonly string[]; readonly count: number; readonly last: string; readonly min?: string; readonly max?: string }

/** Values of a chart, all its series together, above which it is summarised. */
const MAX_CHART_POINTS = 2_000
/** Values of one series that are kept at most. */
const MAX_POINTS = MAX_CHART_POINTS
/** Highest index of a value that a file may give. */
const MAX_INDEX = 10_000_000

/** Collects the values of one series within limits; `show` writes a value as the chart displays it. */
export function createPoints(show: (value: string) => string = (value) => value) {
  /** The innermost level of categories comes first. */
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
    /** Starts a level of categories around the level before it. */
    beginLevel,
    /** @param index position of the value in the series, from 0; the next one where the file gives none */
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
    points: (): Points => ({
      texts: joinLevels(levels),
      count,
      last: show(last.value),
      ...(min.number <= max.number && { min: show(min.value), max: show(max.value) }),
    }),
  }
}

/** « 2025 – Voirie »: an outer category stands once, above all those that it groups. */
function joinLevels(levels: readonly string[][]): string[] {
  const [inner = [], ...outer] = levels
  const current: string[] = outer.map(() => '')
  return Array.from(inner, (text, at) => {
    for (const [nth, level] of outer.entries()) current[nth] = level[at] || current[nth]!
    return [...current.toReversed(), text ?? ''].filter(Boolean).join(' – ')
  })
}

/** The blocks of a chart: its title, a table of its values, the texts drawn on it. `isWhole` is false where the values are summarised. */
export function chartBlocks({ title, axes, series, notes }: Chart): { blocks: ExtractedBlock[]; isWhole: boolean; points: number } {
  const points = series.reduce((sum, { values, categories }) => sum + Math.max(values.count, categories.count), 0)
  const isWhole = points <= MAX_CHART_POINTS
  const tables = isWhole ? tablesOf(series, axes) : [summaryOf(series)]
  const named = title || (series.length === 1 ? series[0]!.name : '')
  return {
    isWhole,
    points,
    blocks: [
      { kind: 'paragraph', text: named ? `Graphique : ${named}` : 'Graphique' },
      ...tables.filter((rows) => rows.length > 1).map((rows): ExtractedBlock => ({ kind: 'table', rows, header: true })),
      ...notes.map((text): ExtractedBlock => ({ kind: 'paragraph', text })),
    ],
  }
}

/** Writes one table for the series that share their categories. */
function tablesOf(series: readonly ChartSeries[], [categoryAxis = '', valueAxis = '']: readonly string[]): string[][][] {
  const groups: ChartSeries[][] = []
  const byCategories = new Map<string, ChartSeries[]>()
  for (const one of series) {
    const key = one.categories.texts.join('\n')
    const group = one.sizes ? undefined : one.categories.count === 0 ? byCategories.values().next().value : byCategories.get(key)
    if (group) group.push(one)
    else {
      groups.push([one])
      if (!one.sizes) byCategories.set(key, groups.at(-1)!)
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

const summaryOf = (series: readonly ChartSeries[]): string[][] => [
  ['Série', 'Nombre de points', 'Minimum', 'Maximum', 'Premier', 'Dernier'],
  ...series.slice(0, MAX_CHART_POINTS).map(({ name, categories, values }) => {
    const at = (category: string | undefined, value: string | undefined) => [category, value].filter(Boolean).join(' : ')
    const { count, min = '', max = '', texts, last } = values
    return [name, count.toLocaleString('fr-FR'), min, max, at(categories.texts[0], texts[0]), at(categories.count === count ? categories.last : '', last)]
  }),
]
