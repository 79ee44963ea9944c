import { sql, type RawBuilder } from 'kysely'
import { grantedTo } from '../grants/granted.ts'

type Person = string | RawBuilder<unknown>

const isAdministrator = (person_id: Person): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from app_user reader where reader.id = ${person_id}::uuid and reader.is_admin)`

/**
 * Whether a person may see and use an assistant, as a condition: its owner; those to whom it was given, unless it is suspended; and an
 * administrator, but of somebody's draft that nobody was shown. One that is put aside stays that of the conversations which began with it; one
 * that is closed to somebody does not.
 */
export const isUsableBy = (assistant_id: RawBuilder<unknown>, person_id: Person): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from assistant shown where shown.id = ${assistant_id} and (
    shown.owner_id = ${person_id}::uuid
    or (shown.suspended_at is null and shown.id in ${grantedTo(person_id, 'assistant', 'use')})
    or (${isAdministrator(person_id)} and not is_private_assistant(shown))))`

/** Whether a shared prompt is open to a person: those to whom it was given, and an administrator, who keeps it. */
export const isPromptUsableBy = (prompt_id: RawBuilder<unknown>, person_id: Person): RawBuilder<boolean> =>
  sql<boolean>`(${prompt_id} in ${grantedTo(person_id, 'prompt', 'use')} or ${isAdministrator(person_id)})`
