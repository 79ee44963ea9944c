import { sql, type RawBuilder } from 'kysely'
import { grantedTo, isAdministrator, type RightsHolder, type PersonId } from './granted.ts'

/**
 * SQL condition: a person may see and use an assistant. Its owner may; those to whom it was granted may unless it is suspended; administrators may unless
 * it is a private draft. Whether the assistant is active does not matter here: the conversations that use an inactive one continue.
 */
export const isAssistantUsableBy = (assistant_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from assistant shown where shown.id = ${assistant_id} and (
    shown.owner_id = ${person_id}::uuid
    or ${isAssistantGrantedTo(sql`shown`, person_id)}
    or (${isAdministrator(person_id)} and not ${isPrivateAssistant(sql`shown`)})))`

/** SQL condition on a row of `assistant`: it was granted to a person and is not suspended. */
export const isAssistantGrantedTo = (assistant: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`(${assistant}.suspended_at is null and ${assistant}.id in ${grantedTo(person_id, 'assistant', 'use')})`

/** SQL condition on a row of `assistant`: a draft of its owner, which nobody else was shown (database function `is_private_assistant`). */
export const isPrivateAssistant = (assistant: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`is_private_assistant(${assistant})`

/** SQL condition on `assistant`: a list shows it to the reader, who may use it. Only administrators see inactive assistants, apart from a person's own. */
export const isAssistantShownTo = ({ id, is_admin }: RightsHolder): RawBuilder<boolean> =>
  sql<boolean>`(${isAssistantUsableBy(sql`assistant.id`, id)} ${is_admin ? sql`` : sql`and (assistant.is_active or assistant.owner_id = ${id}::uuid)`})`

/** SQL condition on `assistant`: a person may change it, because they own it or were granted `edit`. */
export const isAssistantEditableBy = (person_id: string): RawBuilder<boolean> =>
  sql<boolean>`(assistant.owner_id = ${person_id}::uuid or assistant.id in ${grantedTo(person_id, 'assistant', 'edit')})`

/** SQL condition on `assistant`: a person may change it as `isAssistantEditableBy`, or as an administrator if it belongs to the organisation. */
export const isAssistantChangeableBy = ({ id, is_admin }: RightsHolder): RawBuilder<boolean> =>
  sql<boolean>`(${isAssistantEditableBy(id)} or (${is_admin} and assistant.owner_id is null))`

/** SQL condition on `assistant`: a person may run its tests, because they may change it or decide on a pending proposal to publish it. */
export const isAssistantTestableBy = (reader: RightsHolder): RawBuilder<boolean> =>
  sql<boolean>`(${isAssistantChangeableBy(reader)} or exists (
    select 1 from assistant_proposal p join assistant a on a.id = p.assistant_id where a.id = assistant.id and ${isProposalDecidedBy(reader)}))`

/**
 * SQL condition: the assistant is active, not suspended, and either the organisation's, the reader's own, or granted to the reader. Administrators are not
 * offered other people's assistants.
 */
export const isAssistantOfferedTo = (reader: RightsHolder) => sql<boolean>`assistant.is_active and assistant.suspended_at is null
  and (assistant.owner_id is null or assistant.owner_id = ${reader.id}::uuid or assistant.id in ${grantedTo(reader.id, 'assistant', 'use')})`

/**
 * SQL condition on pending proposals `p` of assistants `a`: this person decides. Administrators decide on all; a team's managers on those to their team,
 * except for a suspended assistant.
 */
export const isProposalDecidedBy = ({
  id,
  is_admin,
}: RightsHolder): RawBuilder<boolean> => sql<boolean>`p.refused_at is null and (${is_admin} or (a.suspended_at is null
  and p.team_id in (select m.team_id from team_member m where m.user_id = ${id} and m.role = 'manager')))`
