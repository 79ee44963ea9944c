import { setImmediate as nextTick } from 'node:timers/promises'
import type { MaskedKind } from '@parvis/contract'
import type { Db } from '../platform/db/schema/index.ts'
import { readLabels, readTexts, storeLabels, type ConversationText } from './conversation-texts.ts'
import type { FoundSpan, MaskingDetector } from './detection.ts'
import { createLabelBook, digestOf, type LabelBook, type LabelRow } from './label-book.ts'
import { createValueIndex, type ValueIndex } from './spans.ts'

/** Labels and values of a conversation, as read so far. */
export type Reading = {
  book: LabelBook
  index: ValueIndex
  /** Position of the last message read. */
  last: number
  /** Number of labels stored. */
  storedCount: number
  /** Spans of the messages, by their text: each message is read once. */
  spansByText: Map<string, readonly FoundSpan[]>
  /** Last question. */
  question: ConversationText | null
  /** Ends once the labels found before are stored. */
  storing: Promise<unknown>
  /** Id of the question and what was stored as masked in it, in JSON. */
  questionMasked: string
}

/** Creates an empty reading with the labels that are stored. */
export const newReading = (stored: readonly LabelRow[], digest: (kind: MaskedKind, key: string) => string): Reading => ({
  book: createLabelBook(stored, digest),
  index: createValueIndex(),
  last: -1,
  storedCount: stored.length,
  spansByText: new Map(),
  question: null,
  storing: Promise.resolve(),
  questionMasked: '',
})

/**
 * Finds what to mask in a text, and numbers it in the order of the text.
 * @param names full names that do not come from the texts of the conversation
 */
export function readText({ book, index }: Reading, detector: MaskingDetector, text: string, names: readonly string[] = []): readonly FoundSpan[] {
  const spans = detector.find(text, [...names, ...book.names()])
  for (const { start, end, kind, person } of spans) {
    const value = text.slice(start, end)
    book.numberOf(kind, value, person)
    // A later text may lack what told the kind of the value: « né le », « mot de passe ». A first name or a surname alone is left to the detector.
    if (kind !== 'personne' || /\s/.test(value)) index.add(value, kind)
  }
  return spans
}

/** Readings of the latest conversations, in memory. */
type Readings = {
  /** Returns the reading of a conversation, up to its last message. Two calls at once follow each other. */
  read(conversation_id: string): Promise<Reading>
  /** Stores the new labels of a conversation. False when another process stored some meanwhile: it must be read again. */
  store(reading: Reading, conversation_id: string): Promise<boolean>
}

/** Conversations, and characters of their messages, retained in memory. */
const maxReadings = 200
const maxReadingLength = 4_000_000
/** Time for which an unused reading stays in memory, in milliseconds. */
export const retentionMs = 600_000
/** Characters read before other requests have their turn. */
const maxLengthPerTurn = 60_000

export function createReadings(db: Db, secret: Uint8Array, detector: MaskingDetector): Readings {
  const readings = new Map<string, { reading: Promise<Reading>; length: number }>()

  const start = async (conversation_id: string): Promise<Reading> =>
    newReading(await readLabels(db, conversation_id), (kind, key) => digestOf(secret, conversation_id, kind, key))

  const catchUp = async (reading: Reading, conversation_id: string): Promise<Reading> => {
    let read = 0
    for (const text of await readTexts(db, conversation_id, reading.last)) {
      // A long conversation takes a second the first time: the other requests have their turn.
      if (read > maxLengthPerTurn) {
        read = 0
        await nextTick()
      }
      reading.spansByText.set(text.content, readText(reading, detector, text.content))
      reading.last = text.position
      read += text.content.length
      if (text.role === 'user' && text.is_current) reading.question = text
    }
    return reading
  }

  const forgetOldest = () => {
    let total = 0
    for (const [id, { length }] of [...readings].toReversed()) {
      total += length
      if (total > maxReadingLength) readings.delete(id)
    }
    for (const id of readings.keys()) if (readings.size > maxReadings) readings.delete(id)
  }

  const storeNow = async (reading: Reading, conversation_id: string): Promise<boolean> => {
    const rows = reading.book.newRows()
    if (rows.length === 0) return true
    const isStored = await storeLabels(db, conversation_id, rows, reading.storedCount)
    if (isStored) {
      reading.storedCount += rows.length
      reading.book.markStored(rows.length)
    } else readings.delete(conversation_id)
    return isStored
  }

  return {
    read(conversation_id) {
      const known = readings.get(conversation_id)
      const reading = (known?.reading ?? start(conversation_id)).then((started) => catchUp(started, conversation_id))
      const entry = { reading, length: known?.length ?? 0 }
      readings.delete(conversation_id)
      readings.set(conversation_id, entry)
      // Values do not stay in memory after the conversation, or its account, was deleted.
      setTimeout(() => readings.get(conversation_id) === entry && readings.delete(conversation_id), retentionMs).unref()
      reading.then(
        ({ spansByText }) => {
          entry.length = [...spansByText.keys()].reduce((sum, { length }) => sum + length, 0)
          forgetOldest()
        },
        () => readings.delete(conversation_id),
      )
      return reading
    },
    store(reading, conversation_id) {
      const stored = reading.storing.then(() => storeNow(reading, conversation_id))
      reading.storing = stored.catch(() => readings.delete(conversation_id))
      return stored
    },
  }
}
