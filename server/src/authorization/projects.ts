import type { Project } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import { grantedTo, type PersonId } from './granted.ts'

/** SQL condition: a person may use a project, their own or one shared with them (database function `usable_projects`). */
export const isProjectUsableBy = (project_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`${project_id} in (select p from usable_projects(${person_id}::uuid) p)`

/** SQL condition: a person manages a project that somebody else owns. */
export const isProjectManagedBy = (project_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`${project_id} in ${grantedTo(person_id, 'project', 'manage')}`

/** SQL value: the role of a person in a project of the table `project` that they may use. */
export const projectRoleSql = (person_id: string): RawBuilder<Project['role']> => sql<Project['role']>`
  case when project.owner_id = ${person_id}::uuid then 'owner'
    when ${isProjectManagedBy(sql`project.id`, person_id)} then 'manager'
    when project.id in ${grantedTo(person_id, 'project', 'edit')} then 'writer' else 'reader' end`

/** Whether a person with this role may change the text and the files of a project. */
export const canWriteProject = (role: Project['role']): boolean => role !== 'reader'

/** SQL condition: the project `p` belongs to a person, and nobody else has written its text or is allowed to. */
export const isOwnTextOf = (person_id: PersonId): RawBuilder<boolean> => sql<boolean>`(p.owner_id = ${person_id}::uuid
  and not exists (select 1 from project_author w where w.project_id = p.id and w.author_id <> p.owner_id)
  and not exists (select 1 from access_grant g where g.project_id = p.id and g.level in ('edit', 'manage')))`

/** Reads `isOwnTextOf` for one project. */
export async function isOwnText(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`select ${isOwnTextOf(person_id)} as is_own from project p where p.id = ${id}`.execute(db)
  return rows[0]?.is_own ?? false
}
