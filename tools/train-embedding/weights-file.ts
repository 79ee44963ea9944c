import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes vocabulary.txt (one term per line), vectors.i8 (rows of int8) and scales.f32 (one scale per row). */
export const writeWeights = (folder: string, vocabulary: string[], vectors: Float32Array, dimension: number): number => {
  const rows = new Int8Array(vectors.length)
  const scales = new Float32Array(vocabulary.length)
  vocabulary.forEach((_, i) => {
    let largest = 1e-9
    for (let j = 0; j < dimension; j++) largest = Math.max(largest, Math.abs(vectors[i * dimension + j]!))
    scales[i] = largest / 127
    for (let j = 0; j < dimension; j++) rows[i * dimension + j] = Math.round((vectors[i * dimension + j]! / largest) * 127)
  })
  const text = vocabulary.join('\n')
  writeFileSync(join(folder, 'vocabulary.txt'), text)
  writeFileSync(join(folder, 'vectors.i8'), rows)
  writeFileSync(join(folder, 'scales.f32'), Buffer.from(scales.buffer))
  return text.length + rows.length + scales.byteLength
}
