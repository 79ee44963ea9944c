import type { ListedPersonalPrompt, PersonalPrompt, Prompt, PromptChoice, RouteQuery, routes } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readPage, normalizedTextSql } from '../../platform/paging.ts'
import { isPromptGrantedTo, isPromptUsableBy } from '../../authorization/prompts.ts'

/** Owner of prompts: a person, or null for the library, which administrators write for everybody. */
export type PromptOwner = string | null

/** Prompt as the API gives it to its owner. */
export type PromptOf<Owner extends PromptOwner> = Owner extends null ? Prompt : PersonalPrompt

export const tableOf = (owner_id: PromptOwner) => (owner_id === null ? 'prompt' : 'personal_prompt')

const libraryColumns = ['id', 'name', 'content', 'updated_at', 'chatbot_use'] as const
const personalColumns = ['id', 'name', 'content', 'created_at', 'updated_at'] as const
export const columnsOf = (owner_id: PromptOwner) => (owner_id === null ? libraryColumns : personalColumns)

/** SQL condition on a row of `tableOf(owner_id)`: it belongs to this owner. */
export const isOwnedBy = (owner_id: PromptOwner): RawBuilder<boolean> => (owner_id === null ? sql<boolean>`true` : sql<boolean>`owner_id = ${owner_id}`)

/** SQL column: start of a prompt on one line, at most 160 characters, shown in lists. */
const beginning = sql<string>`left(btrim(regexp_replace(left(content, 400), '\\s+', ' ', 'g')), 160)`.as('beginning')
/** SQL expression: sort key of a name, without accents or case. */
const nameKey = sql<string>`left(fold_text(name), 200) collate "C"`

/** Lists the prompts of the library that this person may read, by name. */
export async function listLibrary(db: Db, person_id: string): Promise<Prompt[]> {
  const list = await db
    .selectFrom('prompt')
    .where(isPromptUsableBy(sql`id`, person_id))
    .select(libraryColumns)
    .execute()
  const { compare } = new Intl.Collator('fr')
  return list.sort((a, b) => compare(a.name, b.name))
}

/** Reads a prompt of this person. @throws {AppError} `request.not_found`, also for somebody else's */
export async function readPersonalPrompt(db: Db, id: string, owner_id: string): Promise<PersonalPrompt> {
  const row = await db
    .selectFrom('personal_prompt')
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .select(personalColumns)
    .executeTakeFirstOrThrow(notFound)
  return row
}

/** Lists a page of this person's prompts by name. @throws {AppError} `request.cursor` */
export async function pageOfPersonalPrompts(
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  owner_id: string,
  request: RouteQuery<typeof routes.personalPrompts.page>,
) {
  const { limit, cursor } = request
  const search = request.search?.trim() ?? ''
  const found = db
    .selectFrom('personal_prompt')
    .where('owner_id', '=', owner_id)
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`position(${normalizedTextSql(search)} in ${normalizedTextSql(sql`name || E'\\n' || content`)}) > 0`),
    )
  return readPage<ListedPersonalPrompt>(
    { secret, scope: { list: 'personal-prompts', person: owner_id, filters: [search] }, limit, cursor },
    (after, maxRows) =>
      found
        .$if(after !== null, (query) => query.where(sql<boolean>`(${nameKey}, id) > (${after?.at} collate "C", ${after?.id}::uuid)`))
        .select(['id', 'name', 'created_at', 'updated_at', beginning, nameKey.as('at')])
        .orderBy(nameKey)
        .orderBy('id')
        .limit(maxRows)
        .execute(),
    async () => (await found.select((query) => query.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count,
  )
}

/** Lists the prompts that this person may insert into a message, by name: their own, then those of the library. */
export async function listChoices(db: Db, owner_id: string): Promise<PromptChoice[]> {
  const ownPrompts = await db
    .selectFrom('personal_prompt')
    .where('owner_id', '=', owner_id)
    .select(['id', 'name', beginning])
    .orderBy(nameKey)
    .orderBy('id')
    .execute()
  const sharedDocuments = await db
    .selectFrom('prompt')
    .where(isPromptGrantedTo(sql`prompt.id`, owner_id))
    .select(['id', 'name', beginning])
    .orderBy(nameKey)
    .orderBy('id')
    .execute()
  return [...ownPrompts.map((row) => ({ ...row, origin: 'own' as const })), ...sharedDocuments.map((row) => ({ ...row, origin: 'shared' as const }))]
}

/** Reads a prompt that this person may insert into a message: their own, or one of the library. @throws {AppError} `request.not_found` */
export async function readChoice(db: Db, id: string, owner_id: string): Promise<{ id: string; name: string; content: string }> {
  const row = await db
    .selectFrom('personal_prompt')
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .select(['id', 'name', 'content'])
    .unionAll(
      db
        .selectFrom('prompt')
        .where('id', '=', id)
        .where(isPromptGrantedTo(sql`prompt.id`, owner_id))
        .select(['id', 'name', 'content']),
    )
    .executeTakeFirstOrThrow(notFound)
  return row
}
