import type { TestCaseContent, TestExpectation, TestExpectationKind, TestOutcome, TestProfile, TestRunStatus } from '@parvis/contract'
import { formatLongDate, plural, truncate } from '../../../ui/words/formats.ts'
import { unknownSize } from '../../../layout/profile/profile-form.ts'

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'primary'

/** Label and colour of each outcome. */
export const outcomeBadges: Record<TestOutcome, { label: string; tone: Tone }> = {
  passed: { label: 'Réussi', tone: 'success' },
  failed: { label: 'Échec', tone: 'danger' },
  unstable: { label: 'Instable', tone: 'warning' },
  error: { label: 'Sans réponse', tone: 'warning' },
  pending: { label: 'À poser', tone: 'neutral' },
}

/** Label and colour of each state of a run. */
export const statusBadges: Record<TestRunStatus, { label: string; tone: Tone }> = {
  en_cours: { label: 'En cours', tone: 'primary' },
  terminee: { label: 'Terminé', tone: 'success' },
  arretee: { label: 'Arrêté', tone: 'neutral' },
  echouee: { label: 'Interrompu\u00a0: le modèle ne répond pas', tone: 'danger' },
}

export const languages = [
  { id: 'fr', label: 'Français' },
  { id: 'en', label: 'Anglais' },
  { id: 'de', label: 'Allemand' },
  { id: 'es', label: 'Espagnol' },
  { id: 'it', label: 'Italien' },
] as const

/** Kinds of expectations, in the order of the form, with what their field asks. */
export const expectationKinds: readonly { id: TestExpectationKind; label: string }[] = [
  { id: 'contains', label: 'Contient' },
  { id: 'not_contains', label: 'Ne contient pas' },
  { id: 'cites', label: 'Cite le document' },
  { id: 'quotes', label: 'Chaque citation est mot à mot dans les sources' },
  { id: 'refuses', label: 'Décline, ou dit ne pas savoir' },
  { id: 'asks_back', label: 'Finit par une question' },
  { id: 'language', label: 'Est en' },
  { id: 'min_words', label: 'A au moins (mots)' },
  { id: 'max_words', label: 'A au plus (mots)' },
  { id: 'no_personal_data', label: 'N’a aucune donnée personnelle' },
  { id: 'pattern', label: 'Correspond à l’expression régulière' },
]

/** Returns a new expectation of a kind, to be filled in. */
export function newExpectation(kind: TestExpectationKind): TestExpectation {
  switch (kind) {
    case 'contains':
    case 'not_contains':
      return { kind, text: '' }
    case 'pattern':
      return { kind, pattern: '' }
    case 'cites':
      return { kind, document: '', page: null }
    case 'language':
      return { kind, language: 'fr' }
    case 'min_words':
    case 'max_words':
      return { kind, words: 100 }
    default:
      return { kind }
  }
}

/** Sentence of an expectation: « Contient « deux mois » ». */
export function expectationText(expectation: TestExpectation): string {
  const label = expectationKinds.find(({ id }) => id === expectation.kind)!.label
  switch (expectation.kind) {
    case 'contains':
    case 'not_contains':
      return `${label} «\u00a0${expectation.text}\u00a0»`
    case 'pattern':
      return `${label} ${expectation.pattern}`
    case 'cites':
      return `${label} «\u00a0${expectation.document}\u00a0»${expectation.page === null ? '' : `, page ${expectation.page}`}`
    case 'language':
      return `Est en ${languages.find(({ id }) => id === expectation.language)!.label.toLowerCase()}`
    case 'min_words':
      return `A au moins ${plural(expectation.words, 'mot')}`
    case 'max_words':
      return `A au plus ${plural(expectation.words, 'mot')}`
    default:
      return label
  }
}

/** Returns what is missing in an expectation; null when it can be sent. */
export function expectationError(expectation: TestExpectation): string | null {
  switch (expectation.kind) {
    case 'contains':
    case 'not_contains':
      return expectation.text.trim() === '' ? 'Écrivez le texte' : null
    case 'pattern':
      return expectation.pattern.trim() === '' ? 'Écrivez l’expression' : null
    case 'cites':
      return expectation.document.trim() === '' ? 'Écrivez le nom du document' : null
    case 'min_words':
    case 'max_words':
      return Number.isInteger(expectation.words) && expectation.words > 0 ? null : 'Écrivez un nombre de mots'
    default:
      return null
  }
}

/** Filled fields of a profile, on one line. */
export const profileText = (profile: TestProfile): string =>
  Object.values(profile)
    .filter((value) => value !== '' && value !== unknownSize)
    .join(', ') || 'vide'

/** Context of a case, on one line: « Documents au 1er mars 2024 · projet « Cimetière » ». Empty without any. */
export const contextText = ({ as_of, history, profile, project }: TestCaseContent): string =>
  [
    as_of !== null && `Documents au ${formatLongDate(as_of, 'UTC')}`,
    history.length > 0 && `${plural(history.length, 'message')} avant`,
    profile !== null && `profil\u00a0: ${truncate(profileText(profile), 80)}`,
    project !== null && `projet «\u00a0${truncate(project.name, 60)}\u00a0»`,
  ]
    .filter(Boolean)
    .join(' · ')
