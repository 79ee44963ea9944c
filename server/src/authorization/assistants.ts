import { sql, type RawBuilder } from 'kysely'
import { grantedTo, isAdministrator, type Person, type PersonId } from './granted.ts'

/**
 * SQL condition: a person may see and use an assistant. Its owner may; those to whom it was granted may unless it is suspended; administrators may unless
 * it is a private draft. Whether the assistant is active does not matter here: the conversations that use an inactive one continue.
 */
export const isAssistantUsableBy = (assistant_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from assistant shown where shown.id = ${assistant_id} and (
    shown.owner_id = ${person_id}::uuid
    or (shown.suspended_at is null and shown.id in ${grantedTo(person_id, 'assistant', 'use')})
    or (${isAdministrator(person_id)} and not is_private_assistant(shown))))`

/**
 * SQL condition: the assistant is active, not suspended, and either the organisation's, the reader's own, or granted to the reader. Administrators are not
 * offered other people's assistants.
 */
export const isAssistantOfferedTo = (reader: Person) => sql<boolean>`assistant.is_active and assistant.suspended_at is null
  and (assistant.owner_id is null or assistant.owner_id = ${reader.id}::uuid or assistant.id in ${grantedTo(reader.id, 'assistant', 'use')})`

/**
 * SQL condition on pending proposals `p` of assistants `a`: this person decides. Administrators decide on all; a team's managers on those to their team,
 * except for a suspended assistant.
 */
export const isProposalDecidedBy = ({
  id,
  is_admin,
}: Person): RawBuilder<boolean> => sql<boolean>`p.refused_at is null and (${is_admin} or (a.suspended_at is null
  and p.team_id in (select m.team_id from team_member m where m.user_id = ${id} and m.role = 'manager')))`
