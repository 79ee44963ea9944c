import { createDetector, samePerson } from '@parvis/personal-data'
import type { MaskedKind } from '@parvis/contract'
import { findLabels } from './labels.ts'
import { keyOf } from './label-book.ts'
import { foldText, type MaskedSpan } from './spans.ts'

/** Personal datum found in a text. `person`: full name of the person that it names in part. */
export type FoundSpan = MaskedSpan & { person?: string }

/** Finds what to mask in a text. */
export type MaskingDetector = {
  /** @param names full names met before in the conversation */
  find(text: string, names: readonly string[]): FoundSpan[]
}

/** Number of names, the latest ones, that are looked for in a text. */
const maxNames = 500

/**
 * Creates the detector of an instance.
 * @param keep names that are never masked
 */
export function createMaskingDetector({ keep, filePatterns }: { keep: readonly string[]; filePatterns: readonly string[] }): MaskingDetector {
  const detector = createDetector({ keep, filePatterns })
  return {
    find(text, names) {
      const found: FoundSpan[] = detector.find(text, names.slice(-maxNames))
      const isFree = (label: MaskedSpan) => found.every(({ start, end }) => end <= label.start || label.end <= start)
      return [...found, ...typedLabels(text).filter(isFree)]
    },
  }
}

/** Returns the full names of people in a text. @param names full names met before */
export const fullNamesIn = (detector: MaskingDetector, text: string, names: readonly string[] = []): string[] =>
  detector.find(text, names).flatMap(({ kind, start, end, person = text.slice(start, end) }) => (kind === 'personne' && /\s/.test(person) ? [person] : []))

/** Finds what a person typed and looks like a label: it is masked too, so that the model does not take it for one of its own. */
function typedLabels(text: string): FoundSpan[] {
  if (!/\d/.test(text)) return []
  return findLabels(text, 0, true).labels.map(({ start, end }) => ({ start, end, kind: 'donnee' }))
}

/** Returns a function that tells whether a value is among those that a person chose not to mask, in any spelling. */
export function unmaskedValues(choices: readonly string[]): (kind: MaskedKind, value: string) => boolean {
  if (choices.length === 0) return () => false
  const folded = new Set(choices.map((choice) => foldText(choice).trim()))
  return (kind, value) =>
    folded.has(foldText(value).trim()) ||
    choices.some((choice) => keyOf(kind, choice) === keyOf(kind, value) || (kind === 'personne' && samePerson(choice, value)))
}

/** Returns the kind of a passage that a person chose to mask: that of the datum that it is, else `donnee`. */
export function kindOfPassage(detector: MaskingDetector, passage: string): MaskedKind {
  const [only, ...others] = detector.find(passage, [])
  return only !== undefined && others.length === 0 && only.start === 0 && only.end === passage.length ? only.kind : 'donnee'
}
