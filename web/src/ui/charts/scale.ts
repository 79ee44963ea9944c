/**
 * Returns the ticks of an axis: 2 to 5 whole numbers, from 0 to a round number that is at least `max`.
 * @example graduations(37) // [0, 10, 20, 30, 40]
 */
export function axisTicks(max: number): number[] {
  if (max <= 4) return Array.from({ length: Math.max(1, Math.ceil(max)) + 1 }, (_, at) => at)
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!,
  )
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step)
}

/** Returns the indexes of the columns that get a label: the last one, then one in every `room` columns backwards, in ascending order. */
export function labelledColumns(count: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(room))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => count - 1 - at * step).reverse()
}
