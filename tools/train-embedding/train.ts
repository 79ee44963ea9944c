import type { TermBags, TrainingDataset } from './dataset.ts'

type TrainingOptions = {
  dimension: number
  epochs: number
  batch: number
  rate: number
  temperature: number
  dropout: number
  seed: number
  log: (line: string) => void
}

const generator = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** Makes batches of a single kind each, so that negatives have similar difficulty, in random order. */
const makeBatches = (kinds: string[], size: number, random: () => number): Uint32Array[] => {
  const shuffle = <T>(list: T[]): T[] => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[list[i], list[j]] = [list[j]!, list[i]!]
    }
    return list
  }
  const byKind = Map.groupBy(
    kinds.map((_, index) => index),
    (index) => kinds[index]!,
  )
  const batches: Uint32Array[] = []
  for (const indices of byKind.values()) {
    shuffle(indices)
    for (let i = 0; i + size <= indices.length; i += size) batches.push(Uint32Array.from(indices.slice(i, i + size)))
  }
  return shuffle(batches)
}

/** Drops a random share of the terms of a batch, but never all the terms of a text, so that training does not depend on single words. */
const drop = (bags: TermBags, batch: Uint32Array, keptMask: Uint8Array, share: number, random: () => number): void => {
  for (const text of batch) {
    const start = bags.starts[text]!
    const end = bags.starts[text + 1]!
    for (let k = start; k < end; k++) keptMask[k] = random() < share ? 0 : 1
    if (end > start) keptMask[start + Math.floor(random() * (end - start))] = 1
  }
}

/** Computes one side of a batch: sums of term vectors normalised to length 1, and the lengths before normalisation. */
const embedBatch = (bags: TermBags, keptMask: Uint8Array, batch: Uint32Array, W: Float32Array, D: number, output: Float32Array, norms: Float32Array): void => {
  output.fill(0)
  for (let i = 0; i < batch.length; i++) {
    const row = i * D
    for (let k = bags.starts[batch[i]!]!; k < bags.starts[batch[i]! + 1]!; k++) {
      if (!keptMask[k]) continue
      const from = bags.terms[k]! * D
      const weight = bags.weights[k]!
      for (let j = 0; j < D; j++) output[row + j]! += weight * W[from + j]!
    }
    let sum = 1e-12
    for (let j = 0; j < D; j++) sum += output[row + j]! * output[row + j]!
    const norm = Math.sqrt(sum)
    norms[i] = norm
    for (let j = 0; j < D; j++) output[row + j]! /= norm
  }
}

/** Propagates the gradient of the unit vectors to the term vectors, with one Adagrad step (one accumulator per term and dimension). */
const backward = (
  bags: TermBags,
  keptMask: Uint8Array,
  batch: Uint32Array,
  unit: Float32Array,
  norms: Float32Array,
  gradient: Float32Array,
  W: Float32Array,
  G: Float32Array,
  D: number,
  rate: number,
): void => {
  for (let i = 0; i < batch.length; i++) {
    const row = i * D
    let along = 0
    for (let j = 0; j < D; j++) along += gradient[row + j]! * unit[row + j]!
    const scale = 1 / norms[i]!
    for (let j = 0; j < D; j++) gradient[row + j] = (gradient[row + j]! - along * unit[row + j]!) * scale
    for (let k = bags.starts[batch[i]!]!; k < bags.starts[batch[i]! + 1]!; k++) {
      if (!keptMask[k]) continue
      const to = bags.terms[k]! * D
      const weight = bags.weights[k]!
      for (let j = 0; j < D; j++) {
        const g = weight * gradient[row + j]!
        const square = G[to + j]! + g * g
        G[to + j] = square
        W[to + j]! -= (rate * g) / Math.sqrt(square)
      }
    }
  }
}

/** Adds the gradient of the symmetric InfoNCE loss of one batch. Returns the loss and the number of correct first choices. */
const contrast = (A: Float32Array, C: Float32Array, gA: Float32Array, gC: Float32Array, S: Float32Array, B: number, D: number, temperature: number) => {
  const P = new Float32Array(B * B)
  for (let i = 0; i < B; i++)
    for (let k = 0; k < B; k++) {
      let s = 0
      const a = i * D
      const c = k * D
      for (let j = 0; j < D; j += 4) s += A[a + j]! * C[c + j]! + A[a + j + 1]! * C[c + j + 1]! + A[a + j + 2]! * C[c + j + 2]! + A[a + j + 3]! * C[c + j + 3]!
      S[i * B + k] = Math.exp((s - 1) / temperature)
    }
  let loss = 0
  let right = 0
  const columns = new Float64Array(B)
  for (let i = 0; i < B; i++) {
    let sum = 0
    let best = 0
    for (let k = 0; k < B; k++) {
      const s = S[i * B + k]!
      sum += s
      columns[k]! += s
      if (s > S[i * B + best]!) best = k
    }
    if (best === i) right++
    loss -= Math.log(S[i * B + i]! / sum)
    for (let k = 0; k < B; k++) P[i * B + k] = S[i * B + k]! / sum
  }
  for (let i = 0; i < B; i++)
    for (let k = 0; k < B; k++) {
      const g = (0.5 * (P[i * B + k]! + S[i * B + k]! / columns[k]!) - (i === k ? 1 : 0)) / temperature
      if (Math.abs(g) < 1e-3) continue
      const a = i * D
      const c = k * D
      for (let j = 0; j < D; j++) {
        gA[a + j]! += g * C[c + j]!
        gC[c + j]! += g * A[a + j]!
      }
    }
  return { loss, right }
}

/** Trains one vector per term by contrastive learning, with in-batch negatives and sparse Adagrad. Returns the vectors, row by row. */
export const train = (data: TrainingDataset, options: TrainingOptions): Float32Array => {
  const { dimension: D, batch: B, epochs, rate, temperature, log } = options
  const V = data.vocabulary.length
  const random = generator(options.seed)
  const W = new Float32Array(V * D)
  const G = new Float32Array(V * D).fill(1e-6)
  for (let i = 0; i < V; i++) for (let j = 0; j < D; j++) W[i * D + j] = ((random() - 0.5) * data.idf[i]! * 1.2) / Math.sqrt(D)
  const [A, C, gA, gC] = [0, 0, 0, 0].map(() => new Float32Array(B * D)) as [Float32Array, Float32Array, Float32Array, Float32Array]
  const nA = new Float32Array(B)
  const nC = new Float32Array(B)
  const S = new Float32Array(B * B)
  const keptLeft = new Uint8Array(data.left.terms.length)
  const keptRight = new Uint8Array(data.right.terms.length)
  const startedAt = Date.now()
  for (let epoch = 0; epoch < epochs; epoch++) {
    let loss = 0
    let right = 0
    let seenCount = 0
    const step = rate * (1 - (0.9 * epoch) / epochs)
    for (const batch of makeBatches(data.kinds, B, random)) {
      drop(data.left, batch, keptLeft, options.dropout, random)
      drop(data.right, batch, keptRight, options.dropout, random)
      embedBatch(data.left, keptLeft, batch, W, D, A, nA)
      embedBatch(data.right, keptRight, batch, W, D, C, nC)
      gA.fill(0)
      gC.fill(0)
      const result = contrast(A, C, gA, gC, S, B, D, temperature)
      loss += result.loss
      right += result.right
      seenCount += B
      backward(data.left, keptLeft, batch, A, nA, gA, W, G, D, step)
      backward(data.right, keptRight, batch, C, nC, gC, W, G, D, step)
    }
    log(
      `epoch ${epoch + 1}/${epochs}: loss ${(loss / seenCount).toFixed(3)}, first among ${B}: ${(right / seenCount).toFixed(3)}, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    )
  }
  return W
}
