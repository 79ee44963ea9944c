import { maskingModes, type LabelledValue, type MaskedData, type MaskingMode, type ModelLevel } from '@parvis/contract'
import type { Db } from '../platform/db/schema/index.ts'
import type { MaskForVectors } from '../platform/embeddings/port.ts'
import type { MaskedTexts, MaskedTurn, RequestMasking } from '../platform/llm/masking.ts'
import type { Log } from '../platform/log.ts'
import { hasMaskingAssistant, noChoice, readChoice, storeMasked, type MaskingChoice } from './conversation-texts.ts'
import { createMaskingDetector, unmaskedValues } from './detection.ts'
import { createDocumentNames } from './document-names.ts'
import { maskKinds, maskTexts, type MaskingOptions } from './mask-texts.ts'
import { keyOf } from './label-book.ts'
import { createReadings, newReading, type Reading } from './readings.ts'
import { createRestorer, type CountingRestorer } from './restorer.ts'
import { joinSpans, type MaskedSpan } from './spans.ts'

/** Settings of the masking, from the environment. */
type MaskingSettings = { mode: MaskingMode; belowLevel: ModelLevel | null; keep: readonly string[]; filePatterns: readonly string[] }

/** Masking of an assistant: null for that of the settings. One of a person masks no less than the settings. */
export type AssistantMasking = { masking: MaskingMode | null; is_personal: boolean }

/** Request with texts to mask. */
export type MaskingScope = {
  /** Null: nothing is stored, and the labels are those of this request. */
  conversation_id: string | null
  /** Reply that is written; null when it is not saved. */
  reply_id?: string | null
  mode: MaskingMode
  /** Choices of the person; null: none. */
  choice?: MaskingChoice | null
}

/** Masking of a request that reads documents. */
type DocumentsMasking = RequestMasking & {
  /** Reads the names of people in the documents, before their passages are masked. Documents that no longer exist are ignored. */
  readNames(documents: readonly string[]): Promise<void>
}

/** Masking of personal data for model servers and embeddings servers. */
export type Masking = {
  /** Returns the mode of the conversations of an assistant: its own, or that of the settings. */
  modeOf(assistant: AssistantMasking | null): MaskingMode
  /** Whether the texts for a server of this level are masked, whatever the assistant says. */
  isForced(level: ModelLevel): boolean
  forRequest(scope: MaskingScope): DocumentsMasking
  /** Returns the personal data of a text, with the names met in a conversation, without what its person chose to mask or not. */
  find(text: string, conversation_id: string | null): Promise<MaskedSpan[]>
  /** Returns the values of a conversation that are masked, with their labels. Stores nothing. */
  values(conversation_id: string, mode: MaskingMode): Promise<LabelledValue[]>
  /** Returns texts with the kind of each datum in its place. Passages are masked as soon as an assistant masks. */
  maskForVectors: MaskForVectors
}

type MaskingParts = { db: Db; log: Log; secret: Uint8Array; settings: MaskingSettings }

/** Attempts to number the values of a conversation while other processes number some too. */
const maxAttempts = 3

export function createMasking({ db, log, secret, settings }: MaskingParts): Masking {
  const detector = createMaskingDetector(settings)
  const readings = createReadings(db, secret, detector)
  const documentNames = createDocumentNames(db, detector)

  const isForced = (level: ModelLevel): boolean => settings.belowLevel !== null && level < settings.belowLevel

  const storeQuestion = async (reading: Reading, options: MaskingOptions): Promise<MaskedData[]> => {
    const { question } = reading
    if (question === null) return []
    const { masked } = maskTexts(reading, detector, [question.content], options)
    const stored = question.id + JSON.stringify(masked)
    if (stored !== reading.questionMasked) await storeMasked(db, question.id, masked)
    reading.questionMasked = stored
    return masked
  }

  return {
    isForced,
    modeOf(assistant) {
      const own = assistant?.masking ?? settings.mode
      return assistant?.is_personal && maskingModes.indexOf(own) < maskingModes.indexOf(settings.mode) ? settings.mode : own
    },
    forRequest({ conversation_id, reply_id = null, mode, choice: chosen }) {
      // Nothing of it is stored: its digests are never read.
      const own = newReading([], (_kind, key) => key)
      const turn: MaskedTurn = {}
      const names: string[] = []
      return {
        async mask(texts, level) {
          const isFound = mode === 'masquer' || isForced(level)
          const choice = chosen ?? noChoice
          if (!isFound && choice.add.length === 0 && (mode === 'non' || conversation_id === null)) return null
          const options = { isFound, choice, names }
          if (conversation_id === null) return toMaskedTexts(own, maskTexts(own, detector, texts, options), async () => {})
          // The person was warned, and nothing is masked: the question says so.
          if (!isFound && choice.add.length === 0) {
            turn.masked_question = await storeQuestion(await readings.read(conversation_id), options)
            return null
          }
          for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
            const reading = await readings.read(conversation_id)
            const masked = maskTexts(reading, detector, texts, options)
            if (!(await readings.store(reading, conversation_id))) continue
            turn.masked_question = await storeQuestion(reading, options)
            return toMaskedTexts(reading, masked, async (restorer) => {
              turn.masked = restorer.restored()
              if (reply_id === null) return
              await storeMasked(db, reply_id, turn.masked).catch(() => log.warn({ stream_id: reply_id }, 'restored labels not recorded'))
            })
          }
          throw new Error('the labels of the conversation could not be stored')
        },
        masked: () => turn,
        async readNames(documents) {
          if (mode === 'masquer' || settings.belowLevel !== null) names.push(...(await documentNames.read(documents)))
        },
      }
    },
    async find(text, conversation_id) {
      if (conversation_id === null) return joinSpans(detector.find(text, []))
      const { keep, add } = await readChoice(db, conversation_id)
      const isChosen = unmaskedValues([...keep, ...add])
      const { book } = await readings.read(conversation_id)
      return joinSpans(detector.find(text, book.names())).filter(({ kind, start, end }) => !isChosen(kind, text.slice(start, end)))
    },
    async values(conversation_id, mode) {
      const choice = await readChoice(db, conversation_id)
      const reading = await readings.read(conversation_id)
      const { masked } = maskTexts(reading, detector, [...reading.spansByText.keys()], { isFound: mode === 'masquer', choice })
      return withValues(masked, reading, choice)
    },
    async maskForVectors(texts, { purpose, level, isMasked }) {
      const isAnyMasked = isMasked || settings.mode === 'masquer' || isForced(level) || (purpose === 'passage' && (await hasMaskingAssistant(db)))
      return isAnyMasked ? maskKinds(detector, texts) : texts
    },
  }
}

/** Adds its value to each datum. A passage that the person added is as they wrote it, whatever its case in the messages. */
const withValues = (masked: readonly MaskedData[], { book }: Reading, { add }: MaskingChoice): LabelledValue[] =>
  masked.flatMap(({ kind, label, count }) => {
    const value = book.valueOf(kind, Number(/\d+/.exec(label)![0]))
    const added = add.find((passage) => value !== undefined && keyOf(kind, passage) === keyOf(kind, value))
    return value === undefined ? [] : [{ kind, label, count, value: added ?? value }]
  })

/** Completes masked texts with what restores their answer. */
function toMaskedTexts({ book }: Reading, { texts, masked }: ReturnType<typeof maskTexts>, record: (restorer: CountingRestorer) => Promise<void>): MaskedTexts {
  let restorer: CountingRestorer | null = null
  return {
    texts,
    hasLabels: masked.length > 0,
    restorer: () => (restorer = createRestorer(book.valueOf)),
    finish: async () => (restorer === null ? undefined : record(restorer)),
  }
}
