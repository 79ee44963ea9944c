import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { grantedTo } from '../grants/granted.ts'

/** What is open to a person, and all of it for an administrator, who keeps it. */
const isOpen = (id: RawBuilder<unknown>, person_id: string, kind: 'assistant' | 'prompt'): RawBuilder<boolean> =>
  sql<boolean>`(${id} in ${grantedTo(person_id, kind, 'use')}
    or exists (select 1 from app_user reader where reader.id = ${person_id}::uuid and reader.is_admin))`

/**
 * Whether a person may use an assistant, as a condition. One that is put aside stays that of the conversations which began with it; one that
 * is closed to somebody does not.
 */
export const isUsableBy = (assistant_id: RawBuilder<unknown>, person_id: string) => isOpen(assistant_id, person_id, 'assistant')

/** The same of a shared prompt. */
export const isPromptUsableBy = (prompt_id: RawBuilder<unknown>, person_id: string) => isOpen(prompt_id, person_id, 'prompt')
