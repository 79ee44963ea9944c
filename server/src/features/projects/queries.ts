import { plainListLength } from '@parvis/contract'
import type { ListedProject, Project, Query, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readPage } from '../../platform/paging.ts'

export const projectColumns = ['id', 'name', 'description', 'content', 'status', 'created_at', 'updated_at'] as const

/** A project of this person; null when missing or somebody else's. */
export async function findProject(db: Db, id: string, owner_id: string): Promise<Project | null> {
  const row = await db.selectFrom('project').where('id', '=', id).where('owner_id', '=', owner_id).select(projectColumns).executeTakeFirst()
  return row ?? null
}

const listedColumns = ['id', 'name', 'description', 'status', 'created_at', 'updated_at'] as const

/** This person's projects, the last modified first. */
export async function listProjects(db: Db, owner_id: string): Promise<ListedProject[]> {
  return db.selectFrom('project').where('owner_id', '=', owner_id).select(listedColumns).orderBy('updated_at', 'desc').limit(plainListLength).execute()
}

/** A page of this person's projects: valid ones first, then the last modified. @throws {AppError} `request.cursor` */
export async function pageOfProjects({ db, secret }: Pick<Context, 'db' | 'secret'>, owner_id: string, asked: Query<typeof routes.projects.page>) {
  const { limit, cursor } = asked
  const search = asked.search?.trim() ?? ''
  const found = db
    .selectFrom('project')
    .where('owner_id', '=', owner_id)
    .$if(search !== '', (query) => query.where(sql<boolean>`position(fold_text(${search}) in fold_text(name || E'\\n' || description)) > 0`))
  return readPage<ListedProject>(
    { secret, scope: { list: 'projects', person: owner_id, filters: [search] }, limit, cursor },
    (after, most) => {
      // The state, then the instant.
      const [state, instant] = after?.at.split('|') ?? []
      return found
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`((status = 'archived') > ${state}::boolean or ((status = 'archived') = ${state}::boolean and (updated_at, id) < (${instant}::timestamptz, ${after?.id}::uuid)))`,
          ),
        )
        .select(listedColumns)
        .select(sql<string>`(status = 'archived')::text || '|' || updated_at::text`.as('at'))
        .orderBy(sql`(status = 'archived')`)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
    },
    async () => (await found.select((query) => query.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count,
  )
}
