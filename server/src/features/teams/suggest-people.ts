import type { Person, RouteQuery, routes } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { normalizedTextSql } from '../../platform/paging.ts'
import { accountKey } from '../auth/keys.ts'
import { takeFrom } from '../auth/throttle.ts'
import { personName } from './queries.ts'
import { lookUpPerson } from './find-person.ts'

/** Rate limit of directory searches: a person who types several names in a row stays under it. */
const searches = { burst: 120, everyMs: 1_000 }
/** Minimum length of a search, except by an administrator. */
const minLength = 2
/** Maximum number of words of a search; the rest is ignored. */
const maxWords = 8

type PeopleQuery = RouteQuery<typeof routes.people.suggest>
type Suggestions = { people: Person[]; exact: string | null; has_more: boolean }
const noSuggestions: Suggestions = { people: [], exact: null, has_more: false }

/**
 * Suggests accounts. An administrator, or anyone where the directory is open, searches by parts of names, addresses and teams; everyone else must give an
 * exact user name or address. Inactive accounts are suggested to administrators only, with `status: 'all'`.
 * @throws {AppError} `request.too_many`
 */
export async function suggestPeople(context: Context, caller: Caller, request: PeopleQuery): Promise<Suggestions> {
  const text = request.search.trim()
  if (caller.is_admin || context.config.directorySearch) return searchDirectory(context, caller, { ...request, search: text })
  if (text === '') return noSuggestions
  const person = await lookUpPerson(context, caller.id, { account: text })
  return person === null ? noSuggestions : { people: [{ ...person, email: null, teams: [] }], exact: person.id, has_more: false }
}

async function searchDirectory({ db, now }: Context, caller: Caller, { search, limit, status }: PeopleQuery): Promise<Suggestions> {
  if (!caller.is_admin && search.length < minLength) return noSuggestions
  if (!(await takeFrom(db, searches, `people:${caller.id}`, now()))) throw new AppError('request.too_many')
  const words = search.split(/\s+/).filter(Boolean).slice(0, maxWords)
  const key = accountKey(search)
  const { rows } = await sql<Person & { is_exact: boolean }>`
    select * from (
      select u.id, ${personName} as name, u.email, ${teamNames(caller)} as teams, u.username, (u.username_key = ${key} or u.email_key = ${key}) as is_exact
      from app_user u where u.is_active or ${caller.is_admin && status === 'all'}
    ) found
    where ${all(words.map((word) => sql<boolean>`position(${normalizedTextSql(word)} in ${normalizedTextSql(searchedText)}) > 0`))}
    order by is_exact desc, ${all(words.map((word) => sql<boolean>`position(' ' || ${normalizedTextSql(word)} in ' ' || ${normalizedTextSql(sql`found.name`)}) > 0`))} desc,
      ${normalizedTextSql(sql`found.name`)}, found.email
    limit ${limit + 1}`.execute(db)
  const people = rows.slice(0, limit).map(({ id, name, email, teams }) => ({ id, name, email, teams }))
  return { people, exact: rows.find(({ is_exact }) => is_exact)?.id ?? null, has_more: rows.length > limit }
}

const searchedText = sql`concat_ws(' ', found.name, found.username, found.email, array_to_string(found.teams, ' '))`

const all = (conditions: readonly RawBuilder<boolean>[]) => (conditions.length === 0 ? sql<boolean>`1 = 1` : sql.join<boolean>(conditions, sql` and `))

/** SQL expression: teams of the account `u` that the caller may know: all of them for an administrator, else those they share. */
const teamNames = ({ id, is_admin }: Caller) => sql<string[]>`array(
  select t.name from team t where t.id in (select m.team_id from team_member m where m.user_id = u.id)
    and (${is_admin} or t.id in (select m.team_id from team_member m where m.user_id = ${id})) order by t.name)`
