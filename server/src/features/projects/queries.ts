import type { Project } from '@parvis/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema/index.ts'

type Db = Kysely<Schema>

export const projectColumns = ['id', 'name', 'description', 'content', 'status', 'created_at', 'updated_at'] as const

/** A project of this person; null when missing or somebody else's. */
export async function findProject(db: Db, id: string, owner_id: string): Promise<Project | null> {
  const row = await db.selectFrom('project').where('id', '=', id).where('owner_id', '=', owner_id).select(projectColumns).executeTakeFirst()
  return row ?? null
}

/** This person's projects, the last modified first. */
export async function listProjects(db: Db, owner_id: string): Promise<Project[]> {
  return db.selectFrom('project').where('owner_id', '=', owner_id).select(projectColumns).orderBy('updated_at', 'desc').execute()
}
