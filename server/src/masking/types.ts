import type { LabelledValue, MaskingMode, ModelLevel } from '@parvis/contract'
import type { Db } from '../platform/db/schema/index.ts'
import type { MaskForVectors } from '../platform/embeddings/port.ts'
import type { RequestMasking } from '../platform/llm/masking.ts'
import type { Log } from '../platform/log.ts'
import type { MaskingChoice } from './conversation-texts.ts'
import type { MaskedSpan } from './spans.ts'

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
export type DocumentsMasking = RequestMasking & {
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

/** Part of the masking that finds, labels and restores. */
export type MaskingEngine = Pick<Masking, 'forRequest' | 'find' | 'values'> & { maskKinds(texts: readonly string[]): string[] }

export type MaskingParts = { db: Db; log: Log; secret: Uint8Array; settings: MaskingSettings }
