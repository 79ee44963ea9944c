/** Kinds of personal data, in French as in the labels that replace them. */
export const personalDataKinds = [
  'personne',
  'email',
  'telephone',
  'nir',
  'iban',
  'carte',
  'adresse',
  'naissance',
  'immatriculation',
  'fiscal',
  'secret',
  'dossier',
] as const

/** Kind of a personal datum. */
export type PersonalDataKind = (typeof personalDataKinds)[number]

/** Value found in a text. `start` and `end` are UTF-16 offsets in the text as given. */
export interface PersonalDataSpan {
  start: number
  end: number
  kind: PersonalDataKind
  /** Confidence, from 0 to 1: 1 for a valid check digit, about 0.5 for a weak clue. */
  confidence: number
  /** Name of the rule that found the value, as `nir.key` or `person.civility`. */
  reason: string
  /** Full name of a person that is named by a part of it here. Absent for other kinds, and when only this form is known. */
  person?: string
}
