import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { accountKey } from '../auth/account-keys.ts'
import { findPerson } from '../teams/find-person.ts'
import { listTeams, teamsToGiveTo } from '../teams/queries.ts'

/** Whom a share is for. */
export type Subjects = { teams: readonly string[]; people: readonly string[] }

/** The services that this person may share with, in French alphabetical order. */
export async function teamsOpenTo(db: Db, caller: Pick<Caller, 'id' | 'is_admin'>): Promise<{ id: string; name: string }[]> {
  const known = await listTeams(db, caller)
  const open = new Set(
    await teamsToGiveTo(
      db,
      caller,
      known.map(({ id }) => id),
    ),
  )
  return known.filter(({ id }) => open.has(id))
}

/**
 * Whom somebody names, by id and once each: services by their id, people by their user name or address, whole.
 * @throws {AppError} `shares.team`, `shares.self`, `shares.person` (missing, deleted, disabled: the same), `request.too_many`
 */
export async function findSubjects(context: Context, caller: Caller, { teams, people }: Subjects): Promise<Subjects> {
  const wanted = [...new Set(teams)]
  if ((await teamsToGiveTo(context.db, caller, wanted)).length < wanted.length) throw new AppError('shares.team', { fields: { teams: sentences.team } })
  const names = [...new Set(people.map((name) => name.trim()))]
  const own = new Set([accountKey(caller.username), accountKey(caller.email)])
  if (names.some((name) => own.has(accountKey(name)))) throw new AppError('shares.self', { fields: { people: sentences.self } })
  const found = new Set<string>()
  const unknown: string[] = []
  for (const name of names) {
    const id = await idOf(context, caller.id, name)
    if (id === null) unknown.push(name)
    else found.add(id)
  }
  if (unknown.length > 0) throw new AppError('shares.person', { fields: { people: sentences.unknown(unknown) } })
  return { teams: wanted, people: [...found] }
}

/** Null for an account that is missing, or not active. @throws {AppError} `request.too_many` */
async function idOf(context: Context, asker_id: string, name: string): Promise<string | null> {
  try {
    return (await findPerson(context, asker_id, name)).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'teams.person_unknown') return null
    throw error
  }
}

const sentences = {
  team: 'Un des services choisis n’existe plus, ou n’accepte pas vos partages.',
  self: 'C’est vous\u00A0: vous avez déjà cette conversation.',
  unknown: (names: readonly string[]) => `Aucun compte actif n’a ce nom ni cette adresse\u00A0: ${names.join(', ')}`,
}
