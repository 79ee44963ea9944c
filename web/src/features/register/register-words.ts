import { areaWords, legalSentences, type RegisterSheet, type RegisterSummary } from '@parvis/contract'
import { matchesSearch } from '../../ui/lists/matching.ts'
import { formatDate } from '../../ui/words/formats.ts'

/** Words and tone of a state of the register. */
export const stateWords: Record<RegisterSummary['state'], { label: string; tone: 'neutral' | 'success' | 'warning' | 'danger' }> = {
  publie: { label: 'Publié', tone: 'success' },
  inactif: { label: 'Inactif', tone: 'neutral' },
  suspendu: { label: 'Suspendu', tone: 'danger' },
  en_attente: { label: 'En attente', tone: 'warning' },
  clos: { label: 'Clos', tone: 'neutral' },
}

/** Filters of the register, in the order of their buttons. */
export const registerFilters = [
  { id: 'tous', label: 'Tous' },
  { id: 'a-faire', label: 'À faire' },
  { id: 'sensibles', label: 'Sensibles' },
  { id: 'clos', label: 'Clos' },
] as const
type RegisterFilter = (typeof registerFilters)[number]['id']

/** Areas of an entry: those answered, else those of the opinion. */
export const shownAreas = ({ areas, opinion }: RegisterSummary): string =>
  (areas ?? opinion.map(({ area }) => area)).map((area) => areaWords[area].name).join(', ')

const isDue = ({ review_on }: RegisterSummary, today: string): boolean => review_on !== null && review_on <= today

/** Whether an entry is to be classified, confirmed or read again. @param today `YYYY-MM-DD` */
const isToDo = (entry: RegisterSummary, today: string): boolean =>
  entry.state !== 'clos' && (['a_classer', 'a_confirmer', 'a_revoir'].includes(entry.classification) || isDue(entry, today))

/** Returns the entries of a filter that match a search on their name, owner, person responsible and areas. */
export function registerRows(entries: readonly RegisterSummary[], filter: RegisterFilter, search: string, today: string): RegisterSummary[] {
  return entries.filter((entry) => {
    const { state, name, owner, responsible } = entry
    if (!matchesSearch(search, [name, owner ?? '', responsible, shownAreas(entry)])) return false
    if (filter === 'a-faire') return isToDo(entry, today)
    if (filter === 'sensibles') return state !== 'clos' && shownAreas(entry) !== ''
    return filter === 'tous' || state === 'clos'
  })
}

/** Who may use an assistant, in words. */
export function audienceWords({ everyone, teams, people, state }: RegisterSheet): string {
  if (state === 'clos') return 'Plus personne'
  const parts = [...(everyone ? ['Tous les comptes'] : []), ...teams, ...(people > 0 ? [`${people}\u00a0personne${people > 1 ? 's' : ''}`] : [])]
  return parts.length === 0 ? 'Personne pour l’instant' : parts.join(', ')
}

/** Sentences on the law, each with its source. */
export const sourcedSentences = [legalSentences.annexIII, legalSentences.annexIIIDate, legalSentences.register].map(({ text, source, read, isSure }) => ({
  text,
  source: `Source\u00a0: ${source}. Lu le ${formatDate(`${read}T12:00:00Z`)}${isSure ? '' : '\u00a0; à vérifier dans le texte publié'}.`,
}))
