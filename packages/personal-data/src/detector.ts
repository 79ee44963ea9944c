import { valuesToLeave } from './values-to-leave.ts'
import { type Match, withoutOverlaps } from './matches.ts'
import { findNames } from './names/find-names.ts'
import { normalise, originalEnd, originalStart } from './normalise.ts'
import { findCards, findIban, findNir, findTaxNumbers } from './numbers/identity-numbers.ts'
import { findPlates } from './numbers/plates.ts'
import { findTelephones } from './numbers/telephones.ts'
import { type PersonalDataSpan } from './types.ts'
import { findAddresses } from './values/addresses.ts'
import { findBirths } from './values/births.ts'
import { findEmails } from './values/emails.ts'
import { compileFilePatterns, findFileNumbers } from './values/file-patterns.ts'
import { findSecrets } from './values/secrets.ts'

/** Options of `createDetector`. */
export type DetectorOptions = {
  /** People and values left as they are, in any spelling. */
  keep?: readonly string[]
  /** Patterns of file numbers, a subset of regular expressions (`filePatternProblem`). */
  filePatterns?: readonly string[]
}

/** Finds personal data in texts. `known`: full names found before in the conversation; their surnames alone are then names too. */
export type Detector = { find(text: string, known?: readonly string[]): PersonalDataSpan[] }

/** Reason of the labels that replace values, as `[PERSONNE_1]`: they take part in overlaps, and are never values. */
const label = 'label'

const findLabels = (text: string): Match[] =>
  [...text.matchAll(/\[[A-ZÉÈ]{3,20}_\d{1,6}\]/g)].map(({ 0: value, index }) => ({
    start: index,
    end: index + value.length,
    kind: 'dossier',
    confidence: 1,
    reason: label,
  }))

/**
 * Creates a detector of personal data. It keeps nothing between texts.
 * @throws {RangeError} when a file pattern is invalid
 */
export function createDetector({ keep = [], filePatterns = [] }: DetectorOptions = {}): Detector {
  const patterns = compileFilePatterns(filePatterns)
  const isLeft = valuesToLeave(keep)
  return {
    find(original, known = []) {
      const normalised = normalise(original)
      const { text } = normalised
      const values = withoutOverlaps([...findLabels(text), ...findValues(text), ...(patterns.length > 0 ? findFileNumbers(text, patterns) : [])])
      const found = withoutOverlaps([...values, ...findNames(text, values, known)])
      return found
        .filter((match) => match.reason !== label && !isLeft(text, match))
        .map(({ start, end, ...span }) => ({ start: originalStart(normalised, start), end: originalEnd(normalised, end, original), ...span }))
    },
  }
}

/** Finds the values that have a form of their own: numbers, addresses, dates of birth, secrets. */
function findValues(text: string): Match[] {
  const hasDigit = /\d/.test(text)
  return [
    ...findSecrets(text),
    ...findBirths(text),
    ...findEmails(text),
    ...(hasDigit ? [findIban, findNir, findCards, findTaxNumbers, findTelephones, findPlates, findAddresses].flatMap((find) => find(text)) : []),
  ]
}
