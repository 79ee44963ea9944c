import { sql, type RawBuilder } from 'kysely'
import { grantedTo } from '../grants/granted.ts'

type PersonId = string | RawBuilder<unknown>

const isAdministrator = (person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from app_user reader where reader.id = ${person_id}::uuid and reader.is_admin)`

/**
 * SQL condition: a person may see and use an assistant. Its owner may; those to whom it was granted may unless it is suspended; administrators may unless
 * it is a private draft. Whether the assistant is active does not matter here: the conversations that use an inactive one continue.
 */
export const isUsableBy = (assistant_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from assistant shown where shown.id = ${assistant_id} and (
    shown.owner_id = ${person_id}::uuid
    or (shown.suspended_at is null and shown.id in ${grantedTo(person_id, 'assistant', 'use')})
    or (${isAdministrator(person_id)} and not is_private_assistant(shown))))`

/** SQL condition: a person may use a library prompt, because it was granted to them or because they are an administrator. */
export const isPromptUsableBy = (prompt_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`(${prompt_id} in ${grantedTo(person_id, 'prompt', 'use')} or ${isAdministrator(person_id)})`
