import type { LabelledValue, MaskedData } from '@parvis/contract'
import type { MaskedTexts, MaskedTurn } from '../platform/llm/masking.ts'
import { noChoice, readChoice, storeMasked, type MaskingChoice } from './conversation-texts.ts'
import { createMaskingDetector, unmaskedValues } from './detection.ts'
import { createDocumentNames } from './document-names.ts'
import { maskKinds, maskTexts, type MaskingOptions } from './mask-texts.ts'
import { keyOf } from './label-book.ts'
import type { Masking, MaskingEngine, MaskingParts } from './types.ts'
import { createReadings, newReading, type Reading } from './readings.ts'
import { createRestorer, type CountingRestorer } from './restorer.ts'
import { joinSpans } from './spans.ts'

/** Attempts to number the values of a conversation while other processes number some too. */
const maxAttempts = 3

/** Creates the part of the masking that finds, labels and restores. Its dictionaries take 7 MB: it is loaded at the first text to mask. */
export function createMaskingEngine({ db, log, secret, settings, isForced }: MaskingParts & Pick<Masking, 'isForced'>): MaskingEngine {
  const detector = createMaskingDetector(settings)
  const readings = createReadings(db, secret, detector)
  const documentNames = createDocumentNames(db, detector)

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
    maskKinds: (texts) => maskKinds(detector, texts),
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
