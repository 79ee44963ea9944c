import { csvLine, byteOrderMark } from '@parvis/contract'
import type { LeaveTexts } from '../../../router/navigation-blocker.ts'
import { plural } from '../../../ui/words/formats.ts'
import type { ImportRow, RowStatus } from './import-run.ts'

/** First sign-in of imported people. */
export type FirstSignIn = 'invite' | 'password'

export type OutcomeCounts = Record<RowStatus, number>

export function countOutcomes(rows: readonly ImportRow[]): OutcomeCounts {
  const counts: OutcomeCounts = { created: 0, joined: 0, existing: 0, refused: 0, unanswered: 0, unsent: 0 }
  for (const { status } of rows) counts[status] += 1
  return counts
}

const otherCounts = ({ existing, refused, unanswered, unsent }: OutcomeCounts, joinedSentence: string | false): string =>
  [
    joinedSentence,
    existing > 0 && plural(existing, 'déjà présent', 'déjà présents'),
    refused > 0 && plural(refused, 'ligne refusée', 'lignes refusées'),
    unanswered > 0 && plural(unanswered, 'ligne sans réponse', 'lignes sans réponse'),
    unsent > 0 && plural(unsent, 'ligne non envoyée', 'lignes non envoyées'),
  ]
    .filter(Boolean)
    .map((words) => `, ${words}`)
    .join('')

/** « 12 comptes à créer, 3 déjà présents, 2 lignes refusées. » */
export const plannedSentence = (counts: OutcomeCounts): string =>
  `${plural(counts.created, 'compte')} à créer${otherCounts(counts, counts.joined > 0 && `${plural(counts.joined, 'déjà présent', 'déjà présents')} à mettre dans un service`)}.`

/** « 12 comptes créés, 3 déjà présents. » */
export const doneSentence = (counts: OutcomeCounts): string =>
  `${plural(counts.created, 'compte créé', 'comptes créés')}${otherCounts(counts, counts.joined > 0 && `${plural(counts.joined, 'déjà présent', 'déjà présents')} mis dans un service`)}.`

/** Texts of the confirmation before leaving a running import, or passwords that were not downloaded. */
export function leaveTexts(isRunning: boolean, entry: FirstSignIn): LeaveTexts {
  if (!isRunning)
    return {
      title: 'Quitter sans avoir téléchargé les mots de passe\u00a0?',
      sentence: 'Ils ne seront plus montrés. Il faudra en donner un nouveau à chaque personne, un compte à la fois.',
      leave: 'Quitter',
      stay: 'Revenir au compte rendu',
    }
  const passwordWarning =
    ' Leurs mots de passe provisoires ne seront plus montrés\u00a0: il faudra en donner un nouveau à chaque personne, un compte à la fois.'
  return {
    title: 'Quitter pendant l’import\u00a0?',
    sentence: `L’import s’arrêtera. Les comptes déjà créés le restent.${entry === 'password' ? passwordWarning : ''}`,
    leave: 'Quitter',
    stay: 'Continuer l’import',
  }
}

/** Texts of each row status, before and after the import. */
export const statusWords: Record<RowStatus, { planned: string; done: string; several: string; tone: 'success' | 'neutral' | 'warning' | 'danger' }> = {
  created: { planned: 'À créer', done: 'Créé', several: 'À créer', tone: 'success' },
  joined: { planned: 'À mettre dans un service', done: 'Mis dans un service', several: 'À mettre dans un service', tone: 'success' },
  existing: { planned: 'Déjà présent', done: 'Déjà présent', several: 'Déjà présents', tone: 'neutral' },
  refused: { planned: 'Refusé', done: 'Refusé', several: 'Refusés', tone: 'danger' },
  unanswered: { planned: 'Sans réponse', done: 'Sans réponse', several: 'Sans réponse', tone: 'warning' },
  unsent: { planned: 'Non envoyée', done: 'Non envoyée', several: 'Non envoyées', tone: 'neutral' },
}

/** CSV report of an import: every row, the reasons of refusals, and the passwords, which are not shown again. */
export function reportOf(rows: readonly ImportRow[]): string {
  const withPasswords = rows.some(({ password }) => password !== undefined)
  const titles = [
    'Ligne',
    'Résultat',
    'Motif',
    'Adresse e-mail',
    'Nom d’utilisateur',
    'Prénom',
    'Nom',
    'Services',
    ...(withPasswords ? ['Mot de passe provisoire'] : []),
  ]
  const lines = rows.map(({ line, status, reason, email, username, first_name, last_name, teams, password }) =>
    csvLine([line, statusWords[status].done, reason, email, username, first_name, last_name, teams.join(' | '), ...(withPasswords ? [password ?? ''] : [])]),
  )
  return byteOrderMark + csvLine(titles) + lines.join('')
}

/** CSV template with the column titles that the import recognises. */
export const templateFile = (): string => byteOrderMark + csvLine(['Nom', 'Prénom', 'Adresse e-mail', 'Nom d’utilisateur', 'Service'])
