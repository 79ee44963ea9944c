import type { Assistant, AssistantVersion, AssistantVersionSummary, VersionedField } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { updateAssistant } from './write-assistant.ts'

type Row = Omit<AssistantVersionSummary, 'changed'> & Record<`${VersionedField}_changed`, boolean>

const fields: VersionedField[] = ['name', 'description', 'prompt_content', 'starters']

// Each text beside that of the version before it.
const compared = (assistant_id: string) => sql`
  select number, author_id, restored_from, created_at, name, description, prompt_content, starters,
    name is distinct from lag(name, 1, name) over w as name_changed,
    description is distinct from lag(description, 1, description) over w as description_changed,
    prompt_content is distinct from lag(prompt_content, 1, prompt_content) over w as prompt_content_changed,
    starters is distinct from lag(starters, 1, starters) over w as starters_changed
  from assistant_version where assistant_id = ${assistant_id}::uuid window w as (order by number)`

// As the pages name a person: first and last name, else the user name.
const author = sql`coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username)`

function present({ name_changed, description_changed, prompt_content_changed, starters_changed, ...row }: Row): AssistantVersionSummary {
  const differs: Record<VersionedField, boolean> = {
    name: name_changed,
    description: description_changed,
    prompt_content: prompt_content_changed,
    starters: starters_changed,
  }
  return { ...row, changed: fields.filter((field) => differs[field]) }
}

/** Latest first. @throws {AppError} `request.not_found` for an assistant that does not exist */
export async function listVersions(db: Db, assistant_id: string): Promise<AssistantVersionSummary[]> {
  const { rows } = await sql<Row>`
    select v.number, ${author} as author, v.restored_from, v.created_at, v.name_changed, v.description_changed, v.prompt_content_changed, v.starters_changed
    from (${compared(assistant_id)}) v left join app_user u on u.id = v.author_id order by v.number desc`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows.map(present)
}

/** @throws {AppError} `request.not_found` */
export async function readVersion(db: Db, assistant_id: string, number: number): Promise<AssistantVersion> {
  const { rows } = await sql<Row & Pick<AssistantVersion, VersionedField>>`
    select v.number, ${author} as author, v.restored_from, v.created_at, v.name, v.description, v.prompt_content, v.starters,
      v.name_changed, v.description_changed, v.prompt_content_changed, v.starters_changed
    from (${compared(assistant_id)}) v left join app_user u on u.id = v.author_id where v.number = ${number}::integer`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  return { ...present(row), name: row.name, description: row.description, prompt_content: row.prompt_content, starters: row.starters }
}

/**
 * Gives an assistant the texts of one of its versions: a new version, unless they are those that it has. Its category, its icon
 * and its state stay.
 * @throws {AppError} `request.not_found`
 */
export async function restoreVersion(context: Context, assistant_id: string, number: number, author_id: string): Promise<Assistant> {
  const { name, description, prompt_content, starters } = await readVersion(context.db, assistant_id, number)
  return updateAssistant(context, assistant_id, { name, description, prompt_content, starters }, { author_id, restored_from: number })
}
