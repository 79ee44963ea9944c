import { csvLine, csvMark, type ImportOutcome, type ImportStatus } from '@parvis/contract'
import { plural } from '../../ui/formats.ts'

export type Counts = Record<ImportStatus, number>

export function countOutcomes(rows: readonly ImportOutcome[]): Counts {
  const counts: Counts = { created: 0, existing: 0, refused: 0 }
  for (const { status } of rows) counts[status] += 1
  return counts
}

const others = ({ existing, refused }: Counts): string =>
  [existing > 0 && plural(existing, 'déjà présent', 'déjà présents'), refused > 0 && plural(refused, 'ligne refusée', 'lignes refusées')]
    .filter(Boolean)
    .map((words) => `, ${words}`)
    .join('')

/** « 12 comptes à créer, 3 déjà présents, 2 lignes refusées. » */
export const plannedSentence = (counts: Counts): string => `${plural(counts.created, 'compte')} à créer${others(counts)}.`

/** « 12 comptes créés, 3 déjà présents. » */
export const doneSentence = (counts: Counts): string => `${plural(counts.created, 'compte créé', 'comptes créés')}${others(counts)}.`

/** What a row becomes before the import, and has become after it. */
export const statusWords: Record<ImportStatus, { planned: string; done: string; several: string; tone: 'success' | 'neutral' | 'danger' }> = {
  created: { planned: 'À créer', done: 'Créé', several: 'À créer', tone: 'success' },
  existing: { planned: 'Déjà présent', done: 'Déjà présent', several: 'Déjà présents', tone: 'neutral' },
  refused: { planned: 'Refusé', done: 'Refusé', several: 'Refusés', tone: 'danger' },
}

/** The report of an import: every row, why it was refused, and the passwords that nobody will show again. */
export function reportOf(rows: readonly ImportOutcome[]): string {
  const withPasswords = rows.some(({ password }) => password !== undefined)
  const titles = ['Ligne', 'Résultat', 'Motif', 'Adresse e-mail', 'Nom d’utilisateur', 'Prénom', 'Nom', ...(withPasswords ? ['Mot de passe provisoire'] : [])]
  const lines = rows.map(({ line, status, reason, email, username, first_name, last_name, password }) =>
    csvLine([line, statusWords[status].done, reason, email, username, first_name, last_name, ...(withPasswords ? [password ?? ''] : [])]),
  )
  return csvMark + csvLine(titles) + lines.join('')
}

/** What to fill in: the titles that the import reads. */
export const templateFile = (): string => csvMark + csvLine(['Nom', 'Prénom', 'Adresse e-mail', 'Nom d’utilisateur'])
