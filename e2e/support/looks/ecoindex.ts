/** Bounds of the twenty classes of pages of the EcoIndex, as its authors publish them: elements, requests, kilobytes of 1,000 bytes. */
const classBounds = {
  elements: [0, 47, 75, 159, 233, 298, 358, 417, 476, 537, 603, 674, 753, 843, 949, 1_076, 1_237, 1_459, 1_801, 2_479, 594_601],
  requests: [0, 2, 15, 25, 34, 42, 49, 56, 63, 70, 78, 86, 95, 105, 117, 130, 147, 170, 205, 281, 3_920],
  kilobytes: [
    0, 1.37, 144.7, 319.53, 479.46, 631.97, 783.38, 937.91, 1_098.62, 1_265.47, 1_448.32, 1_648.27, 1_876.08, 2_142.06, 2_465.37, 2_866.31, 3_401.59, 4_155.73,
    5_400.08, 8_037.54, 223_212.26,
  ],
}

const weights = { elements: 3, requests: 2, kilobytes: 1 }

type PageCost = Record<keyof typeof weights, number>

/** Position of a value among the classes, from 0 (the lightest) to 20. */
function classPosition(value: number, steps: readonly number[]): number {
  const above = steps.findIndex((step, at) => at > 0 && value < step)
  if (above === -1) return steps.length - 1
  const [low, high] = [steps[above - 1]!, steps[above]!]
  return above - 1 + (value - low) / (high - low)
}

/** Computes the EcoIndex of a page, from 0 to 100 (best). Elements count three times, requests twice, and the size once. */
export function ecoIndex(cost: PageCost): number {
  const names = Object.keys(weights) as (keyof PageCost)[]
  const sum = names.reduce((total, name) => total + weights[name] * classPosition(cost[name], classBounds[name]), 0)
  return Math.max(0, 100 - (5 * sum) / 6)
}
