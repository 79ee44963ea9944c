/**
 * Format that displays a number as a fraction. `hasUnits`: whole units are written before the fraction. `denominators`: fixed, or limited to `max`.
 * `after`: text after the fraction.
 */
export type FractionFormat = { hasUnits: boolean; denominators: { max: number } | { fixed: number }; after: string }

const FRACTION = /(?:[#0?]+( +))?[#0?]+ *\/ *([#0?]+|[1-9]\d*)/

/** Parses the code of a fraction format, “# ?/?” or “# ?/4”. Null for any other format. */
export function readFractionFormat(code: string): FractionFormat | null {
  const section = code.split(';')[0]!.replace(/\\ |_.|\*./g, ' ')
  const match = FRACTION.exec(section)
  if (!match) return null
  const denominator = match[2]!
  const fixed = Number(denominator)
  return {
    hasUnits: match[1] !== undefined,
    denominators: fixed > 0 ? { fixed } : { max: 10 ** Math.min(denominator.length, 3) - 1 },
    after: section
      .slice(match.index + match[0].length)
      .replace(/["\\]|\[[^\]]*\]/g, '')
      .trimEnd(),
  }
}

/**
 * Formats a number as units and a fraction, « 12 3/4 ». Null when the fraction allowed by the format differs from the stored number. The caller then shows
 * decimals, so that no figure changes.
 */
export function formatFraction(value: number, { hasUnits, denominators, after }: FractionFormat): string | null {
  const size = Math.abs(value)
  if (size > 1e9) return null
  const units = hasUnits ? Math.floor(size) : 0
  const rest = size - units
  const [numerator, denominator] =
    'fixed' in denominators ? [Math.round(rest * denominators.fixed), denominators.fixed] : closestFraction(rest, denominators.max)
  if (!isSameNumber(units + numerator / denominator, size)) return null
  const sign = value < 0 ? '-' : ''
  if (numerator === 0) return `${sign}${units}${after}`
  if (numerator === denominator && hasUnits) return `${sign}${units + 1}${after}`
  return `${sign}${units > 0 ? `${units} ` : ''}${numerator}/${denominator}${after}`
}

/** Returns the numerator and denominator of the fraction closest to a number, with a denominator of at most `max`. */
function closestFraction(value: number, max: number): [number, number] {
  let best: [number, number] = [Math.round(value), 1]
  for (let denominator = 2; denominator <= max; denominator++) {
    const numerator = Math.round(value * denominator)
    if (Math.abs(value - numerator / denominator) < Math.abs(value - best[0] / best[1]) - 1e-12) best = [numerator, denominator]
  }
  return best
}

/** Whether a fraction equals the stored number: exactly, or rounded to its decimals when there are three or more (0.333 is 1/3). */
function isSameNumber(fraction: number, stored: number): boolean {
  if (Math.abs(fraction - stored) < 1e-9) return true
  const decimals = /\.(\d+)$/.exec(String(stored))?.[1]?.length ?? 0
  return decimals >= 3 && Number(fraction.toFixed(Math.min(decimals, 12))) === Number(stored.toFixed(Math.min(decimals, 12)))
}
