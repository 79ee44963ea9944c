/** Bounds of an estimate, or of a fact that is not published exactly. */
export type Range = { min: number; max: number }

/** Model with the facts that an estimate needs. */
export type FootprintModel = {
  /** Active and total parameters, in billions. */
  active: Range
  total: Range
  /** Zone of the electricity mix that is used: the one of the settings, or the world when its mix is not known. */
  zone: string
  pue: number
}

/** Emissions of one method, in grams of CO₂ equivalent. `use`: electricity. `embodied`: share of the making of the servers. */
type Emissions = { wh: number; use: number; embodied: number }

/** Version of EcoLogits that the method and its constants come from. */
export const ecologitsVersion = '0.9.1'

// EcoLogits, « Methodology: LLM inference ». Replies are served 64 at a time, by GPUs of 80 GB, in servers of 8.
const batch = 64
const gpuMemoryGb = 80
const bitsPerParameter = 16
const serverGpus = 8
const serverKw = 1.2
const memoryOverhead = 1.2
/** Emissions of making a server without its GPUs, and a GPU, in kg of CO₂ equivalent. */
const serverKg = 5_700
const gpuKg = 164
const lifetimeSeconds = 3 * 365 * 24 * 3_600

/** Emissions of a kilowatt-hour by zone, in kg of CO₂ equivalent. */
const mixes: Readonly<Record<string, number>> = { FRA: 0.04418, SWE: 0.03582, WOR: 0.47301 }
export const worldZone = 'WOR'
export const isKnownZone = (zone: string): boolean => Object.hasOwn(mixes, zone)

/** Computed duration of generation, in seconds per token. */
export const secondsPerToken = (active: number): number => 6.785e-4 * active + 3.119e-4 * batch + 0.019474

/** Energy of one GPU, in kilowatt-hours per token. */
const gpuKwhPerToken = (active: number): number => (1.1665e-6 * Math.exp(-0.011206 * batch) * active + 4.0529e-5) / 1_000

/** Number of GPUs that hold a model: a power of two. */
const gpusOf = (total: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, Math.ceil((memoryOverhead * total * bitsPerParameter) / 8 / gpuMemoryGb))))

/**
 * Estimates replies by the method of EcoLogits.
 * @param seconds duration of generation: the shorter of the computed and the measured one
 */
function ecologits({ active, total, mix, pue }: { active: number; total: number; mix: number; pue: number }, tokens: number, seconds: number): Emissions {
  const gpus = gpusOf(total)
  const serverKwh = ((seconds / 3_600) * serverKw * gpus) / serverGpus / batch
  const kwh = pue * (serverKwh + gpus * tokens * gpuKwhPerToken(active))
  const embodied = (seconds * ((gpus / serverGpus) * serverKg + gpus * gpuKg)) / (lifetimeSeconds * batch)
  return { wh: kwh * 1_000, use: kwh * mix * 1_000, embodied: embodied * 1_000 }
}

/** Mistral Large 2, as its life-cycle study (Carbone 4, ADEME, 2025) measured it: 1.14 g of CO₂ equivalent for 400 tokens. */
const studiedTokens = 400
const studiedGrams = 1.14
const studiedParameters = 123

/**
 * Ratio of the two methods on Mistral Large 2, served in France. The study covers this model only: for others, the ratio is an assumption.
 */
export const methodRatio = ((): number => {
  const model = { active: studiedParameters, total: studiedParameters, mix: mixes['FRA']!, pue: 1.2 }
  const { use, embodied } = ecologits(model, studiedTokens, studiedTokens * secondsPerToken(studiedParameters))
  return studiedGrams / (use + embodied)
})()

/** Footprint of replies. Ranges come from a number of parameters that is not published exactly. */
export type FootprintEstimate = {
  wh: Range
  /** By the method of EcoLogits, in grams of CO₂ equivalent. */
  use: Range
  embodied: Range
  ecologits: Range
  /** By the life-cycle study of Mistral Large 2, carried over to this model by `methodRatio`. */
  lifeCycle: Range
}

/**
 * Estimates the footprint of replies of one model. Prompt tokens and document search are outside the perimeter of EcoLogits.
 * @param tokens tokens written
 * @param seconds duration of generation for the smallest and the largest number of active parameters; see `generationSeconds`
 */
export function estimateFootprint({ active, total, zone, pue }: FootprintModel, tokens: number, seconds: Range): FootprintEstimate {
  const mix = mixes[zone] ?? mixes[worldZone]!
  const low = ecologits({ active: active.min, total: total.min, mix, pue }, tokens, seconds.min)
  const high = ecologits({ active: active.max, total: total.max, mix, pue }, tokens, seconds.max)
  const grams = { min: low.use + low.embodied, max: high.use + high.embodied }
  return {
    wh: { min: low.wh, max: high.wh },
    use: { min: low.use, max: high.use },
    embodied: { min: low.embodied, max: high.embodied },
    ecologits: grams,
    lifeCycle: { min: grams.min * methodRatio, max: grams.max * methodRatio },
  }
}

/**
 * Duration of generation of one reply, in seconds: the computed one, or the measured one if it is shorter.
 * @param measuredMs duration of the model calls in milliseconds; null when it was not measured
 */
export function generationSeconds({ active }: FootprintModel, tokens: number, measuredMs: number | null): Range {
  const measured = measuredMs === null ? Infinity : measuredMs / 1_000
  const of = (parameters: number) => Math.min(tokens * secondsPerToken(parameters), measured)
  return { min: of(active.min), max: of(active.max) }
}

/** Range of grams across both methods. */
export const gramsRange = ({ ecologits, lifeCycle }: Pick<FootprintEstimate, 'ecologits' | 'lifeCycle'>): Range => ({
  min: Math.min(ecologits.min, lifeCycle.min),
  max: Math.max(ecologits.max, lifeCycle.max),
})

export const addRanges = (one: Range, other: Range): Range => ({ min: one.min + other.min, max: one.max + other.max })
