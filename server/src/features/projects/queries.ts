import { maxUnpagedRows, type ListedProject, type Project, type RouteQuery, type routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readPage, normalizedTextSql } from '../../platform/paging.ts'
import { personName } from '../teams/queries.ts'
import { canWriteProject, isProjectUsableBy, projectRoleSql } from '../../authorization/projects.ts'

const listedColumns = [
  'project.id',
  'project.name',
  'project.description',
  'project.status',
  'project.min_level',
  'project.created_at',
  'project.updated_at',
] as const

/** Query of the projects that a person may use, with the person's role in each. */
function selectProjects(db: Db, person_id: string) {
  return db
    .selectFrom('project')
    .innerJoin('app_user as u', 'u.id', 'project.owner_id')
    .where(isProjectUsableBy(sql`project.id`, person_id))
    .select(listedColumns)
    .select([projectRoleSql(person_id).as('role'), sql<string | null>`case when project.owner_id <> ${person_id}::uuid then ${personName} end`.as('owner')])
}

/** Reads a project that a person may use; null when it does not exist or is not shared with them. */
export async function findProject(db: Db, id: string, person_id: string): Promise<Project | null> {
  const row = await selectProjects(db, person_id).where('project.id', '=', id).select('project.content').executeTakeFirst()
  return row ?? null
}

/**
 * Returns the owner of a project in which this person may write. @param lock locks its row until the end of the transaction
 * @throws {AppError} `request.not_found`, `projects.read_only`
 */
export async function requireWriter(db: Db, id: string, person_id: string, lock?: 'locked'): Promise<{ owner_id: string }> {
  const row = await db
    .selectFrom('project')
    .where('id', '=', id)
    .select('owner_id')
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  const project = row === undefined ? null : await findProject(db, id, person_id)
  if (row === undefined || project === null) throw notFound()
  if (!canWriteProject(project.role)) throw new AppError('projects.read_only')
  return row
}

/** Lists the projects that a person may use, last modified first. */
export async function listProjects(db: Db, person_id: string): Promise<ListedProject[]> {
  return selectProjects(db, person_id).orderBy('project.updated_at', 'desc').limit(maxUnpagedRows).execute()
}

/** Lists a page of the projects that a person may use: unarchived ones first, then last modified first. @throws {AppError} `request.cursor` */
export async function pageOfProjects({ db, secret }: Pick<Context, 'db' | 'secret'>, person_id: string, request: RouteQuery<typeof routes.projects.page>) {
  const { limit, cursor } = request
  const search = request.search?.trim() ?? ''
  const found = selectProjects(db, person_id).$if(search !== '', (query) =>
    query.where(sql<boolean>`position(${normalizedTextSql(search)} in ${normalizedTextSql(sql`project.name || E'\\n' || project.description`)}) > 0`),
  )
  return readPage<ListedProject>(
    { secret, scope: { list: 'projects', person: person_id, filters: [search] }, limit, cursor },
    (after, maxRows) => {
      // Cursor: `<is archived>|<updated_at>`.
      const [state, instant] = after?.at.split('|') ?? []
      return found
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`((project.status = 'archived') > ${state}::boolean or ((project.status = 'archived') = ${state}::boolean and (project.updated_at, project.id) < (${instant}::timestamptz, ${after?.id}::uuid)))`,
          ),
        )
        .select(sql<string>`(project.status = 'archived')::text || '|' || project.updated_at::text`.as('at'))
        .orderBy(sql`(project.status = 'archived')`)
        .orderBy('project.updated_at', 'desc')
        .orderBy('project.id', 'desc')
        .limit(maxRows)
        .execute()
    },
    async () =>
      (
        await found
          .clearSelect()
          .select((query) => query.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  )
}
