import type { Day, ModelLevel, Profile } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { MaskingChoice } from '../../masking/conversation-texts.ts'
import type { AssistantMasking } from '../../masking/types.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { assistantFileIdsOf } from '../../authorization/documents.ts'
import { documentCategoryIdsOf } from '../assistants/document-categories.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import { isPromptUsableBy } from '../../authorization/prompts.ts'
import { isOwnTextOf, isProjectUsableBy } from '../../authorization/projects.ts'
import type { PromptProject } from './prompt.ts'

/** Data that completes the prompt of a conversation, besides its messages. */
export type PromptFacts = {
  /** Prompt of the assistant, else the one chosen in the simple chatbot. */
  assistant_prompt: string | null
  project: PromptProject | null
  profile: Profile
  library: string | null
  /** Day at which the conversation asks its questions; null: today. */
  as_of: Day | null
  /** Ids of the document categories that the assistant searches. */
  assistant_categories: string[]
  /** Ids of the files of the assistant that the person may search. */
  assistant_files: string[]
  /** Ids of the documents of the conversation, and of its project. */
  files: string[]
  project_files: string[]
  /** Minimum level of the models without the documents: that of the assistant and of the project, even one now closed to the person, or 3 for a confidential conversation. */
  usual_level: ModelLevel
  /** Level of the documents that earlier replies were written from: the prompt contains these replies. */
  history_level: ModelLevel
  /** Model that the person chose where the assistant allows it, else the assistant's; null: none. */
  preferred_model: string | null
  /** Masking of the assistant; null without one. */
  assistant_masking: AssistantMasking | null
  /** Choices of the person about masking in the conversation; null: none. */
  masking_choice: MaskingChoice | null
  /** Whether the person writes a document with this conversation. */
  writes_document: boolean
}

/**
 * SQL that selects the facts of conversations.
 * @param source table or common table expression with the rows of `conversation`
 * @param includedReplyId superseded reply that the prompt contains: the original of a rewriting, or the reply to continue
 */
export function promptFactsSql(source: RawBuilder<unknown>, includedReplyId: string | null = null): RawBuilder<PromptFacts> {
  return sql<PromptFacts>`
    select coalesce(a.prompt_content, chosen.content) as assistant_prompt, c.library, to_char(c.as_of, 'YYYY-MM-DD') as as_of, ${documentCategoryIdsOf(sql`a.id`)} as assistant_categories,
      ${assistantFileIdsOf(sql`a.id`, sql`c.owner_id`)} as assistant_files,
      array(select d.document_id::text from conversation_document d where d.conversation_id = c.id and d.document_id is not null) as files,
      array(select f.document_id::text from project_document f where f.project_id = p.id) as project_files,
      greatest(a.min_level, (select min_level from project where id = c.project_id), case when c.confidential then 3 else 1 end) as usual_level,
      coalesce((select max(m.documents_level) from message m where m.conversation_id = c.id and m.documents_level > 1
        and (m.superseded_at is null or m.id = ${includedReplyId}::uuid)), 1) as history_level,
      case when a.id is null or a.model_choice then coalesce(c.model_id, a.model_id) else a.model_id end as preferred_model,
      case when a.id is not null then jsonb_build_object('masking', a.masking, 'is_personal', a.owner_id is not null) end as assistant_masking,
      (select jsonb_build_object('keep', m.keep, 'add', m.add) from masking_choice m where m.conversation_id = c.id) as masking_choice,
      exists (select 1 from written_document w where w.conversation_id = c.id and w.owner_id = c.owner_id) as writes_document,
      case when p.id is not null then jsonb_build_object('name', p.name, 'content', p.content,
        'is_own', ${isOwnTextOf(sql`c.owner_id`)}) end as project,
      jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'type_collectivite', u.type_collectivite,
        'tranche_effectif', u.tranche_effectif, 'tranche_population', u.tranche_population, 'champ_action', u.champ_action,
        'fonction', u.fonction, 'experience_gestion_projet', u.experience_gestion_projet,
        'style_conversationnel', u.style_conversationnel) as profile
    from ${source} c
    join app_user u on u.id = c.owner_id
    left join assistant a on a.id = c.assistant_id
    left join prompt chosen on chosen.id = c.prompt_id and ${isPromptUsableBy(sql`chosen.id`, sql`c.owner_id`)}
    left join project p on p.id = c.project_id and ${isProjectUsableBy(sql`p.id`, sql`c.owner_id`)}`
}

/**
 * Reads the facts of a conversation of this person. `includedReplyId` as in `promptFactsSql`.
 * @throws {AppError} `request.not_found`, `assistants.closed`
 */
export async function readPromptFacts(db: Db, conversation_id: string, owner_id: string, includedReplyId: string | null): Promise<PromptFacts> {
  const ownConversation = sql`(select * from conversation where id = ${conversation_id} and owner_id = ${owner_id}
    and (assistant_id is null or ${isAssistantUsableBy(sql`assistant_id`, owner_id)}))`
  const { rows } = await promptFactsSql(ownConversation, includedReplyId).execute(db)
  if (rows[0] === undefined) throw await refusalOfConversation(db, conversation_id, owner_id)
  return rows[0]
}

/**
 * Returns the error that explains why the person cannot write in a conversation: `assistants.closed` if it has an assistant, which they may no longer use,
 * else `request.not_found`.
 */
export async function refusalOfConversation(db: Db, conversation_id: string, owner_id: string): Promise<AppError> {
  const conversation = await db
    .selectFrom('conversation')
    .where('id', '=', conversation_id)
    .where('owner_id', '=', owner_id)
    .select('assistant_id')
    .executeTakeFirst()
  return conversation === undefined || conversation.assistant_id === null ? notFound() : new AppError('assistants.closed')
}
