import { routes, type GrantList, type GrantKind, type PersonAccess } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { requireShareableUse } from '../register/publication.ts'
import { readGrants, setGrants } from './set-grants.ts'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'

const { grants } = routes

export const grantsHandlers: RouteHandler[] = [
  handle(grants.get, ({ context, caller, params }) => readGrants(context.db, caller, params.kind, params.id)),

  handle(grants.set, (call) => {
    const { context, caller, params, body } = call
    return audited(
      call,
      'grants.set',
      async () => {
        if (params.kind === 'assistant' && body.grants.length > 0) await requireShareableUse(context, caller.id, params.id)
        return setGrants(context, caller, params.kind, params.id, body)
      },
      // The audit trail names the organisation's resources only: with whom people share their own is private.
      ({ name, owner }: GrantList) => (owner === null ? { id: params.id, name } : null),
    )
  }),

  handle(grants.sees, ({ context, params }) => whatPersonSees(context.db, params.id)),
]

type SeenResource = PersonAccess['assistants'][number]

const french = new Intl.Collator('fr')

/** SQL expressions of the displayed name, by kind. An administrator may not read a project, not even its title: its owner's name stands in. */
const nameByKind = {
  assistant: sql`thing.name`,
  document_category: sql`thing.display_name`,
  prompt: sql`thing.name`,
  written_document: sql`'Document rédigé partagé par ' || (select ${personName} from app_user u where u.id = thing.owner_id)`,
  project: sql`'Projet partagé par ' || (select ${personName} from app_user u where u.id = thing.owner_id)`,
}

/** Lists what others have shared with a person, and through which team or grant. @throws {AppError} `request.not_found` */
async function whatPersonSees(db: Db, person_id: string): Promise<PersonAccess> {
  await db.selectFrom('app_user').where('id', '=', person_id).select('id').executeTakeFirstOrThrow(notFound)
  const teams = await db
    .selectFrom('team')
    .where('id', 'in', (query) => query.selectFrom('team_member').where('user_id', '=', person_id).select('team_id'))
    .select(['id', 'name'])
    .execute()
  const of = (kind: GrantKind) => seenOf(db, person_id, kind)
  return {
    teams: teams.sort((a, b) => french.compare(a.name, b.name)),
    assistants: await of('assistant'),
    document_categories: await of('document_category'),
    prompts: await of('prompt'),
    projects: await of('project'),
    written_documents: await of('written_document'),
  }
}

async function seenOf(db: Db, person_id: string, kind: GrantKind): Promise<SeenResource[]> {
  // Their own things that they share with their team are not shared with them.
  const isOthers =
    kind === 'assistant' || kind === 'project' || kind === 'written_document' ? sql`and thing.owner_id is distinct from ${person_id}::uuid` : sql``
  const { rows } = await sql<SeenResource>`
    select thing.id, ${nameByKind[kind]} as name,
      case when bool_or(g.level = 'manage') then 'manage' when bool_or(g.level = 'edit') then 'edit' else 'use' end as level,
      array_agg(distinct case when g.user_id is not null then 'À son nom' when t.id is not null then t.name else 'Tout le monde' end) as by
    from access_grant g join ${sql.table(kind)} thing on thing.id = g.resource_id left join team t on t.id = g.team_id
    where g.kind = ${kind} and (g.user_id = ${person_id} or (g.user_id is null and g.team_id is null)
      or g.team_id in (select m.team_id from team_member m where m.user_id = ${person_id}))
      ${kind === 'assistant' ? sql`and thing.is_active and thing.suspended_at is null` : sql``} ${isOthers}
    group by thing.id`.execute(db)
  return rows.sort((a, b) => french.compare(a.name, b.name))
}
