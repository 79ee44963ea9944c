import { limits, removeInvisible, routes, type ImportedRow, type ImportOutcome } from '@parvis/contract'
import { isOwnName, ownNameRule } from '../auth/accounts.ts'
import { accountKey } from '../auth/keys.ts'
import type { NamedTeam } from '../teams/account-teams.ts'

export type PlannedRow = Omit<ImportOutcome, 'password'>

/** Database state on which a plan depends. */
type ImportState = {
  /** Keys of the existing user names, among those of `keysOf`. */
  usernames: ReadonlySet<string>
  /** Keys of each account's teams, by the key of its e-mail address, among those of `keysOf`. */
  emails: ReadonlyMap<string, ReadonlySet<string>>
  /** Teams of `teamNamesOf`, by name as written. */
  teams: ReadonlyMap<string, NamedTeam>
}

/** Lines of this file that took a user name or an address, by key. `givenUsernames`: keys of the user names written in the file. */
type TakenKeys = { usernames: Map<string, number>; emails: Map<string, number>; givenUsernames: ReadonlySet<string> }

type Field = 'email' | 'username' | 'first_name' | 'last_name'
type Fields = Record<Field, string>

const labels: Record<Field, string> = { email: '', username: 'Nom d’utilisateur\u00a0: ', first_name: 'Prénom\u00a0: ', last_name: 'Nom\u00a0: ' }
const anyName = 'x'

/** Normalises an e-mail address as the contract does. */
const addressOf = (email: string): string => removeInvisible(email).trim().toLowerCase()
const nameOf = (username: string): string => removeInvisible(username).trim()

/** Lists the keys by which a row may match an account. */
export function keysOf(rows: readonly ImportedRow[]): string[] {
  return [...new Set(rows.flatMap((row) => [addressOf(row.email), ...namesFor(row)]).map(accountKey))].filter(
    // The database cannot be queried for texts that it cannot store.
    (key) => key !== '' && !key.includes('\0') && key.isWellFormed(),
  )
}

/** Separators of the teams in one cell. A comma may be part of a name. */
const betweenTeams = /[;|\n]/

/** Splits a cell into team names, without repeated spaces. */
const splitTeams = (cell: string): string[] =>
  cell
    .split(betweenTeams)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')

/** Lists the valid team names in the rows. */
export const teamNamesOf = (rows: readonly ImportedRow[]): string[] =>
  [...new Set(rows.flatMap(({ teams }) => splitTeams(teams)))].filter((name) => teamFault(name) === null)

function teamFault(name: string): string | null {
  const parsed = routes.teams.create.body.safeParse({ name })
  return parsed.success ? null : `Service\u00a0: ${parsed.error.issues[0]!.message}`
}

/**
 * Plans the outcome of each row, in order. Rows above count: an address or a user name has one account. Writes nothing. A missing user name is derived
 * from the address, and never takes one that the file gives to another row.
 */
export function planImport(rows: readonly ImportedRow[], state: ImportState): PlannedRow[] {
  const givenUsernames = new Set(rows.map(({ username }) => accountKey(username)).filter((key) => key !== ''))
  const takenKeys: TakenKeys = { usernames: new Map(), emails: new Map(), givenUsernames }
  return rows.map((row) => {
    const plannedRow = planRow(row, state, takenKeys)
    if (plannedRow.status !== 'created') return plannedRow
    takenKeys.emails.set(accountKey(plannedRow.email), row.line)
    takenKeys.usernames.set(accountKey(plannedRow.username), row.line)
    return plannedRow
  })
}

function planRow(row: ImportedRow, state: ImportState, takenKeys: TakenKeys): PlannedRow {
  const fields = { email: addressOf(row.email), username: nameOf(row.username), first_name: row.first_name.trim(), last_name: row.last_name.trim() }
  const as = (status: PlannedRow['status'], reason: string | null): PlannedRow => ({ line: row.line, status, reason, teams: [], ...fields })
  const faults = faultsOf({ ...fields, username: fields.username || anyName })
  if (faults.email !== undefined) return as('refused', faults.email)
  const key = accountKey(fields.email)
  const names = splitTeams(row.teams)
  const teamsFault =
    names.length > limits.accountTeams ? `Service\u00a0: ${limits.accountTeams} au plus` : (names.map(teamFault).find((one) => one !== null) ?? null)
  if (teamsFault !== null) return as('refused', teamsFault)
  const teams = new Map(names.map((name) => state.teams.get(name)!).map((team) => [team.key, team.name]))
  const current = state.emails.get(key)
  if (current !== undefined) {
    const joinedTeams = [...teams].flatMap(([team, name]) => (current.has(team) ? [] : [name]))
    return joinedTeams.length === 0 ? as('existing', null) : { ...as('joined', null), teams: joinedTeams }
  }
  const twin = takenKeys.emails.get(key)
  if (twin !== undefined) return as('refused', `Même adresse e-mail que la ligne ${twin}`)
  const fault = faults.username ?? faults.first_name ?? faults.last_name
  if (fault !== undefined) return as('refused', fault)
  const faultByName = new Map(namesFor(row).map((name) => [name, userNameFault(name, fields, state, takenKeys)]))
  const name = [...faultByName.keys()].find((candidate) => faultByName.get(candidate) === null)
  if (name !== undefined) return { ...as('created', null), username: name, teams: [...teams.values()] }
  if (fields.username !== '') return as('refused', faultByName.get(fields.username) ?? null)
  return as('refused', 'Aucun nom d’utilisateur libre ne se déduit de cette adresse\u00a0: donnez-en un dans une colonne «\u00a0Nom d’utilisateur\u00a0»')
}

/** Lists the candidate user names of a row: the given one, else the local part of its address, then the address itself. */
function namesFor({ username, email }: ImportedRow): string[] {
  const name = nameOf(username)
  if (name !== '') return [name]
  const address = addressOf(email)
  const local = address
    .slice(0, Math.max(0, address.indexOf('@')))
    .replace(/[^\p{L}\p{N}._-]+/gu, '.')
    .slice(0, limits.username)
  return [local, address].filter((name) => name !== '')
}

/** Returns the reason why an account cannot have this user name; null when it can. */
function userNameFault(username: string, fields: Fields, state: ImportState, takenKeys: TakenKeys): string | null {
  const fault = faultsOf({ ...fields, username }).username
  if (fault !== undefined) return fault
  if (!isOwnName(username, fields.email)) return ownNameRule
  const key = accountKey(username)
  if (state.usernames.has(key)) return `Le nom d’utilisateur «\u00a0${username}\u00a0» est celui d’un autre compte`
  const twin = takenKeys.usernames.get(key)
  if (twin !== undefined) return `Même nom d’utilisateur que la ligne ${twin}`
  // This text is not shown: the next candidate is tried.
  return fields.username === '' && takenKeys.givenUsernames.has(key) ? 'Une autre ligne donne ce nom d’utilisateur' : null
}

/** Returns the first error of each field by the rules of a new account. */
function faultsOf(fields: Fields): Partial<Record<Field, string>> {
  const parsed = routes.users.create.body.safeParse({ ...fields, invite: true })
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.toReversed().map(({ path: [field], message }) => [field, `${labels[field as Field] ?? ''}${message}`]))
}
