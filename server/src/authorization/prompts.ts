import { sql, type RawBuilder } from 'kysely'
import { grantedTo, isAdministrator, type PersonId } from './granted.ts'

/** SQL condition: a person may use a library prompt, because it was granted to them or because they are an administrator. */
export const isPromptUsableBy = (prompt_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`(${prompt_id} in ${grantedTo(person_id, 'prompt', 'use')} or ${isAdministrator(person_id)})`
