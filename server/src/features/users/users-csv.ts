import { csvLine, byteOrderMark, type ListedUser } from '@parvis/contract'

/** Formats a date to the minute, as spreadsheets recognise it. */
const formatMinute = (at: string | null): string => (at === null ? '' : at.slice(0, 16).replace('T', ' '))

const columns: [string, (user: ListedUser) => string][] = [
  ['Nom d’utilisateur', ({ username }) => username],
  ['Adresse e-mail', ({ email }) => email],
  ['Prénom', ({ first_name }) => first_name],
  ['Nom', ({ last_name }) => last_name],
  ['Services', ({ teams }) => teams.map(({ name }) => name).join(' | ')],
  ['Rôle', ({ is_admin }) => (is_admin ? 'Administrateur' : 'Utilisateur')],
  ['Statut', ({ is_active, invited_at }) => (is_active ? (invited_at === null ? 'Actif' : 'Invité') : 'Inactif')],
  ['Dernière connexion (UTC)', ({ last_login }) => formatMinute(last_login)],
  ['Créé le (UTC)', ({ created_at }) => formatMinute(created_at)],
]

/** Writes accounts as CSV for French spreadsheets, one row per account, without any sign-in data. */
export async function* usersToCsv(pages: AsyncIterable<ListedUser[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  for await (const users of pages) yield users.map((user) => csvLine(columns.map(([, read]) => read(user)))).join('')
}
