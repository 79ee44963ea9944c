import { maskedKindNames, maskedKinds, type ConversationMasking, type LabelledValue, type MaskedData, type MaskedKind } from '@parvis/contract'
import { plural, truncate } from '../../ui/words/formats.ts'

/** Sentence under a message: « 5 données masquées pour le modèle ». */
export function maskedSentence(masked: readonly MaskedData[]): string {
  const count = masked.length
  return count === 0 ? 'Aucune donnée masquée pour le modèle' : `${plural(count, 'donnée masquée', 'données masquées')} pour le modèle`
}

/** Sentence about the labels that a model invented in an answer. */
export function unknownLabelsSentence(masked: readonly MaskedData[]): string {
  const labels = masked.filter(({ unknown }) => unknown).map(({ label }) => label)
  return labels.length === 1
    ? `L’étiquette ${labels[0]} de cette réponse ne correspond à aucune donnée de la conversation\u00a0: le modèle l’a inventée.`
    : `Les étiquettes ${labels.slice(0, -1).join(', ')} et ${labels.at(-1)} de cette réponse ne correspondent à aucune donnée de la conversation\u00a0: le modèle les a inventées.`
}

/** Name of a kind, as a title: « Numéro de téléphone ». */
export const kindTitle = (kind: MaskedKind): string => maskedKindNames[kind].slice(0, 1).toUpperCase() + maskedKindNames[kind].slice(1)

/** Groups data by kind, in the order of the contract. */
export function byKind<T extends { kind: MaskedKind }>(data: readonly T[]): { kind: MaskedKind; data: readonly T[] }[] {
  return maskedKinds.map((kind) => ({ kind, data: data.filter((one) => one.kind === kind) })).filter((group) => group.data.length > 0)
}

/** Value in a sentence or in the name of a button. */
export const quotedValue = (value: string): string => `«\u00a0${truncate(value.replace(/\s+/g, ' ').trim(), 60)}\u00a0»`

type Lists = Pick<ConversationMasking, 'keep' | 'add'>

/** Lists of a conversation in which `value` is no longer masked. */
export function withoutMask({ keep, add, mode }: Lists & Pick<ConversationMasking, 'mode'>, { kind, value }: Pick<LabelledValue, 'kind' | 'value'>): Lists {
  const isAdded = add.includes(value)
  // A passage that the person added is masked for no other reason, except where everything found is masked.
  const isFound = !isAdded || (mode === 'masquer' && kind !== 'donnee')
  return { add: add.filter((one) => one !== value), keep: isFound ? withValue(keep, value) : keep }
}

/** Lists of a conversation in which these values are masked. */
export function withMask({ keep, add }: Lists, values: readonly string[]): Lists {
  return { keep: keep.filter((one) => !values.includes(one)), add: values.reduce(withValue, add) }
}

const withValue = (list: string[], value: string): string[] => (list.includes(value) ? list : [...list, value])
