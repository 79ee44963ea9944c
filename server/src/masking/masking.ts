import { maskingModes, type ModelLevel } from '@parvis/contract'
import type { RequestMasking } from '../platform/llm/masking.ts'
import { hasMaskingAssistant } from './conversation-texts.ts'
import type { DocumentsMasking, Masking, MaskingEngine, MaskingParts } from './types.ts'

/** Creates the masking of an instance. Its engine is loaded at once if the settings mask, else at the first text to mask. */
export function createMasking(parts: MaskingParts): Masking {
  const { db, settings } = parts
  const isForced = (level: ModelLevel): boolean => settings.belowLevel !== null && level < settings.belowLevel
  let engine: Promise<MaskingEngine> | null = null
  const load = () => (engine ??= import('./engine.ts').then(({ createMaskingEngine }) => createMaskingEngine({ ...parts, isForced })))
  if (settings.mode !== 'non' || settings.belowLevel !== null) load().catch(() => (engine = null))

  return {
    isForced,
    modeOf(assistant) {
      const own = assistant?.masking ?? settings.mode
      return assistant?.is_personal && maskingModes.indexOf(own) < maskingModes.indexOf(settings.mode) ? settings.mode : own
    },
    forRequest(scope) {
      const isOff = (level: ModelLevel | null) =>
        scope.mode === 'non' && !scope.choice?.add.length && (level === null ? settings.belowLevel === null : !isForced(level))
      let request: Promise<DocumentsMasking> | null = null
      let turn: Pick<RequestMasking, 'masked'> = { masked: () => ({}) }
      const start = () =>
        (request ??= load().then((loaded) => {
          const started = loaded.forRequest(scope)
          turn = started
          return started
        }))
      return {
        mask: async (texts, level) => (isOff(level) ? null : (await start()).mask(texts, level)),
        readNames: async (documents) => (isOff(null) ? undefined : (await start()).readNames(documents)),
        masked: () => turn.masked(),
      }
    },
    find: async (text, conversation_id) => (await load()).find(text, conversation_id),
    values: async (conversation_id, mode) => (await load()).values(conversation_id, mode),
    async maskForVectors(texts, { purpose, level, isMasked }) {
      const isAnyMasked = isMasked || settings.mode === 'masquer' || isForced(level) || (purpose === 'passage' && (await hasMaskingAssistant(db)))
      return isAnyMasked ? (await load()).maskKinds(texts) : texts
    },
  }
}
