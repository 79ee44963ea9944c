import { sql, type RawBuilder } from 'kysely'
import { grantedTo, isAdministrator, type PersonId } from './granted.ts'

/** SQL condition: a library prompt was granted to a person, who may insert it into a message. Administrators have no right of their own here. */
export const isPromptGrantedTo = (prompt_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`${prompt_id} in ${grantedTo(person_id, 'prompt', 'use')}`

/** SQL condition: a person may read a library prompt and choose it in a conversation, because it was granted to them or because they are an administrator. */
export const isPromptUsableBy = (prompt_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`(${isPromptGrantedTo(prompt_id, person_id)} or ${isAdministrator(person_id)})`
