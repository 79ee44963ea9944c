/**
 * Graduations from 0 up to a round number that holds `max`: 3 to 6 of them, whole numbers, since what is counted is whole.
 * @example graduations(37) // [0, 10, 20, 30, 40]
 */
export function graduations(max: number): number[] {
  if (max <= 4) return Array.from({ length: Math.max(1, Math.ceil(max)) + 1 }, (_, at) => at)
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!,
  )
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step)
}

/** Places of the labels under `count` columns so that each has `room` columns: the last one always, then backwards. */
export function labelled(count: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(room))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => count - 1 - at * step).reverse()
}
