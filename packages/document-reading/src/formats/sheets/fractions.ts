/** A format that shows a number as a fraction: whether whole units stand apart, and what the denominator may be. */
export type FractionFormat = { hasUnits: boolean; denominators: { max: number } | { fixed: number }; after: string }

const FRACTION = /(?:[#0?]+( +))?[#0?]+ *\/ *([#0?]+|[1-9]\d*)/

/** Reads the code of a fraction, “# ?/?” or “# ?/4”; null for another format. */
export function readFractionFormat(code: string): FractionFormat | null {
  const section = code.split(';')[0]!.replace(/\\ |_.|\*./g, ' ')
  const found = FRACTION.exec(section)
  if (!found) return null
  const denominator = found[2]!
  const fixed = Number(denominator)
  return {
    hasUnits: found[1] !== undefined,
    denominators: fixed > 0 ? { fixed } : { max: 10 ** Math.min(denominator.length, 3) - 1 },
    after: section
      .slice(found.index + found[0].length)
      .replace(/["\\]|\[[^\]]*\]/g, '')
      .trimEnd(),
  }
}

/**
 * A number as units and a fraction, « 12 3/4 ». Null where the fraction that the format allows is another number than the one stored:
 * its decimals are then shown, so that no figure changes.
 */
export function showFraction(value: number, { hasUnits, denominators, after }: FractionFormat): string | null {
  const size = Math.abs(value)
  if (size > 1e9) return null
  const units = hasUnits ? Math.floor(size) : 0
  const rest = size - units
  const [numerator, denominator] = 'fixed' in denominators ? [Math.round(rest * denominators.fixed), denominators.fixed] : closest(rest, denominators.max)
  if (!isSameNumber(units + numerator / denominator, size)) return null
  const sign = value < 0 ? '-' : ''
  if (numerator === 0) return `${sign}${units}${after}`
  if (numerator === denominator && hasUnits) return `${sign}${units + 1}${after}`
  return `${sign}${units > 0 ? `${units} ` : ''}${numerator}/${denominator}${after}`
}

/** The fraction closest to a number, its denominator at most `max`. */
function closest(value: number, max: number): [number, number] {
  let best: [number, number] = [Math.round(value), 1]
  for (let denominator = 2; denominator <= max; denominator++) {
    const numerator = Math.round(value * denominator)
    if (Math.abs(value - numerator / denominator) < Math.abs(value - best[0] / best[1]) - 1e-12) best = [numerator, denominator]
  }
  return best
}

/** Whether a fraction is the number that was stored: exactly, or to the decimals of it where it has three or more (0.333 is 1/3). */
function isSameNumber(fraction: number, stored: number): boolean {
  if (Math.abs(fraction - stored) < 1e-9) return true
  const decimals = /\.(\d+)$/.exec(String(stored))?.[1]?.length ?? 0
  return decimals >= 3 && Number(fraction.toFixed(Math.min(decimals, 12))) === Number(stored.toFixed(Math.min(decimals, 12)))
}
