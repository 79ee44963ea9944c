import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import type { PersonId } from './granted.ts'

/** SQL subquery: ids of the projects that a person may use, their own and those shared with them (migration 2026-11-26-shared-projects). */
export const usableProjects = (person_id: PersonId): RawBuilder<string> => sql<string>`(select p from usable_projects(${person_id}::uuid) p)`

/** SQL condition on the project `p`: nobody but its owner has written its text, or is allowed to. */
export const isWrittenByOwner = sql<boolean>`not exists (select 1 from project_author w where w.project_id = p.id and w.author_id <> p.owner_id)
  and not exists (select 1 from access_grant g where g.project_id = p.id and g.level in ('edit', 'manage'))`

/** Whether a project belongs to this person and nobody else can have written its text. */
export async function isOwnText(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select p.owner_id = ${person_id}::uuid and ${isWrittenByOwner} as is_own from project p where p.id = ${id}`.execute(db)
  return rows[0]?.is_own ?? false
}
