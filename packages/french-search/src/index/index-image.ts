import { deserialize, serialize } from 'node:v8'
import { ANALYSIS_VERSION } from '../language/analyse.ts'
import { BREAK_ID } from '../cutting/index-terms.ts'
import { readFrames, removeAbandoned, writeFrames } from './image-file.ts'
import { appendDocument, type IndexSegment, type VectoredPassage } from './segment.ts'
import { decodeNumbers, encodeNumbers } from './typed-arrays.ts'

/** Version of the file format. Files of another version are refused. */
const FORMAT = 1

/** Number of passages per block, encoded in a few milliseconds. A document is never split. */
const PASSAGES_PER_BLOCK = 256

/** Mean size of the terms and dates of a passage, rounded up, in bytes. */
const ESTIMATED_TEXT_BYTES = 200

/** Metadata of the caller, stored in the image. A reader may require some of the values. */
export type ImageFacts = { [name: string]: string | number }

/** Documents of an image, with the terms that its earlier blocks do not have. Term numbers follow the order of the terms in the file, after the field break. */
type Block = {
  terms: string[]
  /** By document. */
  numbers: number[]
  counts: number[]
  groups: (string | null)[]
  isEmbedded: boolean[]
  /** By passage. */
  positions: Uint32Array
  from: Int32Array
  until: Int32Array
  lengths: Uint32Array
  vectors: Int8Array
  /** Term numbers of all the passages. */
  sequences: Uint8Array
}

/** Creates a renumbering of terms in order of first use. `takeNew` returns the terms that have received a number since its last call. */
const createRenumbering = (term: (id: number) => string): { renumber: (id: number) => number; takeNew: () => string[] } => {
  const numbers: number[] = []
  let size = BREAK_ID + 1
  let newTerms: string[] = []
  return {
    renumber: (id) => {
      if (id === BREAK_ID) return BREAK_ID
      let number = numbers[id]
      if (number === undefined) {
        numbers[id] = number = size++
        newTerms.push(term(id))
      }
      return number
    },
    takeNew: () => {
      const taken = newTerms
      newTerms = []
      return taken
    },
  }
}

/** Encodes some documents of a segment. */
const encodeBlock = (segment: IndexSegment, ordinals: readonly number[], { renumber, takeNew }: ReturnType<typeof createRenumbering>): Uint8Array => {
  const { documents, postings, positionOf, fromOf, untilOf, vectors } = segment
  const entries = ordinals.map((ordinal) => documents.read(ordinal))
  const slots = entries.flatMap(({ first, count }) => Array.from({ length: count }, (_, nth) => first + nth))
  const sequences = slots.map((slot) => postings.sequence(slot).map(renumber))
  const vectorBytes = new Int8Array(slots.length * vectors.dimension)
  for (const [nth, slot] of slots.entries()) vectorBytes.set(vectors.row(slot), nth * vectors.dimension)
  const all = new Uint32Array(sequences.reduce((sum, sequence) => sum + sequence.length, 0))
  let length = 0
  for (const sequence of sequences) {
    all.set(sequence, length)
    length += sequence.length
  }
  return serialize({
    terms: takeNew(),
    numbers: entries.map(({ index_no }) => index_no),
    counts: entries.map(({ count }) => count),
    groups: entries.map(({ group }) => group),
    isEmbedded: entries.map(({ isEmbedded }) => isEmbedded),
    positions: Uint32Array.from(slots, (slot) => positionOf[slot]!),
    from: Int32Array.from(slots, (slot) => fromOf[slot]!),
    until: Int32Array.from(slots, (slot) => untilOf[slot]!),
    lengths: Uint32Array.from(sequences, (sequence) => sequence.length),
    vectors: vectorBytes,
    sequences: encodeNumbers(all),
  } satisfies Block)
}

/** Yields the payloads of an image. Documents added between two of them are in it too; those removed may be. */
function* imagePayloads(segment: IndexSegment, facts: ImageFacts): Generator<Uint8Array> {
  yield Buffer.from(JSON.stringify({ ...facts, format: FORMAT, analysis: ANALYSIS_VERSION }))
  const numbering = createRenumbering(segment.postings.term)
  let ordinals: number[] = []
  let passages = 0
  for (let ordinal = 0; ordinal < segment.documents.size(); ordinal++) {
    if (!segment.documents.isLive(ordinal)) continue
    ordinals.push(ordinal)
    passages += segment.documents.read(ordinal).count
    if (passages < PASSAGES_PER_BLOCK) continue
    yield encodeBlock(segment, ordinals, numbering)
    ordinals = []
    passages = 0
  }
  if (ordinals.length > 0) yield encodeBlock(segment, ordinals, numbering)
}

/**
 * Writes the live documents of a segment into a file. The segment may change meanwhile: a reader must replay the changes made since the call. Returns the size
 * in bytes.
 */
export const writeImage = (file: string, segment: IndexSegment, facts: ImageFacts): Promise<number> =>
  writeFrames(file, imagePayloads(segment, facts), segment.liveSlots * (segment.vectors.dimension + ESTIMATED_TEXT_BYTES))

/** Yields the documents of a block, with their passages. */
function* documentsOf(
  block: Block,
  dimension: number,
): Generator<{ index_no: number; group: string | null; isEmbedded: boolean; passages: VectoredPassage[] }> {
  const numbers = decodeNumbers(block.sequences)
  let passage = 0
  let offset = 0
  for (const [nth, index_no] of block.numbers.entries()) {
    const passages: VectoredPassage[] = []
    for (const end = passage + block.counts[nth]!; passage < end; passage++) {
      const terms = numbers.subarray(offset, (offset += block.lengths[passage]!))
      const vector = block.vectors.subarray(passage * dimension, (passage + 1) * dimension)
      passages.push({ position: block.positions[passage]!, terms, vector, from: block.from[passage]!, until: block.until[passage]! })
    }
    yield { index_no, group: block.groups[nth]!, isEmbedded: block.isEmbedded[nth]!, passages }
  }
}

/**
 * Reads an image into an empty segment. Returns its facts.
 * @param expected facts that the image must have
 * @throws {Error} when the file is absent, damaged, of another format or of another analysis, or has other facts; the segment is then unusable
 */
export const readImage = (file: string, segment: IndexSegment, expected: ImageFacts): ImageFacts => {
  removeAbandoned(file)
  const payloads = readFrames(file)
  const first = payloads.next()
  if (first.done === true) throw new Error('the image is empty')
  const facts = JSON.parse(Buffer.from(first.value).toString()) as ImageFacts
  for (const [name, value] of Object.entries({ format: FORMAT, analysis: ANALYSIS_VERSION, ...expected }))
    if (facts[name] !== value) throw new Error(`the image has another ${name}`)
  for (const payload of payloads) {
    const block = deserialize(payload) as Block
    for (const term of block.terms) segment.postings.number(term)
    for (const { passages, ...document } of documentsOf(block, segment.vectors.dimension)) appendDocument(segment, document, passages)
  }
  return facts
}
