import type { AccountContents } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { isBegunSql } from '../conversations/queries.ts'

/**
 * Counts what an account holds, and says what prevents its deletion. Conversations in which nothing was asked do not count, as in the person's own
 * figures. @throws {AppError} `request.not_found`
 */
export async function holdingsOf(db: Db, user_id: string): Promise<AccountContents> {
  const { rows } = await sql<AccountContents>`
    select
      (select count(*) from conversation where conversation.owner_id = u.id and ${isBegunSql}) as conversations,
      (select count(*) from message m join conversation on conversation.id = m.conversation_id
        where conversation.owner_id = u.id and ${isBegunSql} and m.role <> 'system' and m.superseded_at is null) as messages,
      (select count(*) from project p where p.owner_id = u.id and project_heir(p.id) is null) as projects,
      (select count(*) from project p where p.owner_id = u.id and project_heir(p.id) is null
        and exists (select 1 from access_grant g where g.project_id = p.id)) as shared_projects,
      (select count(*) from project p where p.owner_id = u.id and project_heir(p.id) is not null) as inherited_projects,
      (select count(*) from personal_prompt where owner_id = u.id) as personal_prompts,
      (select count(*) from written_document where owner_id = u.id) as written_documents,
      (select count(*) from assistant a where a.owner_id = u.id and not exists (select 1 from access_grant g where g.assistant_id = a.id)) as own_assistants,
      (select count(*) from assistant a where a.owner_id = u.id and exists (select 1 from access_grant g where g.assistant_id = a.id)) as shared_assistants,
      (select count(*) from document d where d.owner_id = u.id and not exists (
        select 1 from project_document f where f.document_id = d.id and project_heir(f.project_id) is not null)) as private_documents,
      (select count(*) from document where owner_id is null and uploader_id = u.id) as shared_documents,
      exists (select 1 from legal_hold h where h.user_id is null or h.user_id = u.id) as is_held,
      u.is_admin and u.is_active and not exists (select 1 from app_user o where o.is_admin and o.is_active and o.id <> u.id) as is_last_admin
    from app_user u where u.id = ${user_id}::uuid`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}
