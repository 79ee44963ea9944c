import { packLimits, packVersion, type RouteBody, type Pack, type IconName, type routes, type TestCaseContent } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { namesAsText } from './resolve-categories.ts'
import { kinds, listOf, startersAsText, testCasesAsText, type InstalledContent } from './plan-import.ts'

type Selection = RouteBody<typeof routes.packs.export>

async function readAll(db: Db) {
  const [assistant_category, document_category, assistant, prompt] = await Promise.all([
    db.selectFrom('assistant_category').select(['id', 'name', 'icon']).orderBy('created_at').orderBy('id').execute(),
    db
      .selectFrom('document_category')
      .select(['id', 'name', 'display_name', 'min_level'])
      .select(sql<string[]>`array(select a.name from document_category_alias a where a.category_id = document_category.id)`.as('former_names'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('assistant')
      .innerJoin('assistant_category as category', 'category.id', 'assistant.category_id')
      .select([
        'assistant.id',
        'assistant.name',
        'assistant.description',
        'assistant.prompt_content',
        'assistant.starters',
        'category.name as category',
        'assistant.icon',
        'assistant.is_active',
        'assistant.category_id',
        'assistant.min_level',
        'assistant.model_id',
        'assistant.model_choice',
        'assistant.masking',
      ])
      .where('assistant.owner_id', 'is', null)
      .select([
        sql<string[]>`array(
          select c.name from assistant_document_category l join document_category c on c.id = l.category_id where l.assistant_id = assistant.id
        )`.as('document_categories'),
        sql<TestCaseContent[]>`(
          select coalesce(jsonb_agg(t.content order by t.created_at, t.id), '[]') from assistant_test_case t where t.assistant_id = assistant.id
        )`.as('test_cases'),
      ])
      .orderBy('assistant.created_at')
      .orderBy('assistant.id')
      .execute(),
    db.selectFrom('prompt').select(['id', 'name', 'content']).orderBy('created_at').orderBy('id').execute(),
  ])
  return { assistant_category, document_category, assistant, prompt }
}

/** Label of a model; null for none, and for one that the settings no longer have. */
const labelOf = ({ list }: Context['models'], id: string | null): string | null => list.find((model) => model.id === id)?.label ?? null

/** Reads what the installation contains, to be compared with a pack. */
export async function readInstalled({ db, models }: { db: Db; models: Context['models'] }): Promise<InstalledContent> {
  const all = await readAll(db)
  return {
    assistant_category: all.assistant_category.map(({ id, ...fields }) => ({ id, fields })),
    document_category: all.document_category.map(({ id, former_names, min_level, ...fields }) => ({
      id,
      fields: { ...fields, min_level: String(min_level) },
      former_names,
    })),
    assistant: all.assistant.map(({ id, name, description, prompt_content, starters, category, document_categories, icon, ...row }) => ({
      id,
      fields: {
        name: name.trim(),
        description: description.trim(),
        prompt_content,
        starters: startersAsText(starters),
        category,
        document_categories: namesAsText(document_categories),
        icon,
        min_level: String(row.min_level),
        model: labelOf(models, row.model_id) ?? '',
        model_choice: String(row.model_choice),
        masking: row.masking ?? '',
        test_cases: testCasesAsText(row.test_cases),
      },
    })),
    prompt: all.prompt.map(({ id, name, content }) => ({ id, fields: { name: name.trim(), content } })),
  }
}

/**
 * Locks the tables of packs against writes until the end of the transaction, so that the plan stays valid; reads continue. The order of the tables is that
 * in which writing an assistant locks them. To be called after `lockCategories`.
 */
export async function lockPackTables(trx: Db): Promise<void> {
  await sql`lock table assistant, prompt, assistant_category, document_category, document_category_alias, assistant_document_category, assistant_test_case in exclusive mode`.execute(
    trx,
  )
}

/**
 * Builds the pack of a selection, with the categories of its assistants. A kind without a list is exported whole. The same content gives the same bytes.
 * @throws {AppError} `packs.export_too_large` beyond what an import accepts
 */
export async function makePack({ db, models }: Pick<Context, 'db' | 'models'>, selection: Selection): Promise<Buffer> {
  const all = await readAll(db)
  const chosen = <T extends { id: string; name: string }>(rows: readonly T[], ids: readonly string[] | undefined, needed = new Set<string>()): T[] => {
    const wanted = ids === undefined ? null : new Set(ids)
    return rows.filter(({ id }) => wanted === null || wanted.has(id) || needed.has(id)).sort((a, b) => a.name.localeCompare(b.name, 'fr'))
  }
  const assistants = chosen(all.assistant, selection.assistant_ids)
  const needed = new Set(assistants.map(({ category_id }) => category_id))
  const pack: Pack = {
    format: 'parvis-pack',
    version: packVersion,
    assistant_categories: chosen(all.assistant_category, selection.assistant_category_ids, needed).map(({ name, icon }) => ({ name, icon: icon as IconName })),
    document_categories: chosen(all.document_category, selection.document_category_ids).map(({ name, display_name, min_level }) => ({
      name,
      display_name,
      min_level,
    })),
    assistants: assistants.map(({ name, description, prompt_content, starters, category, document_categories, icon, is_active, ...row }) => ({
      name,
      description,
      prompt_content,
      starters,
      category,
      document_categories: document_categories.sort((a, b) => a.localeCompare(b, 'fr')),
      icon: icon as IconName,
      is_active,
      min_level: row.min_level,
      model: labelOf(models, row.model_id),
      model_choice: row.model_choice,
      masking: row.masking,
      ...(row.test_cases.length > 0 && { test_cases: row.test_cases }),
      form_fields: [],
    })),
    prompts: chosen(all.prompt, selection.prompt_ids).map(({ name, content }) => ({ name, content, form_fields: [] })),
  }
  const bytes = Buffer.from(`${JSON.stringify(pack, null, 2)}\n`)
  const isTooMuch = kinds.some((kind) => pack[listOf[kind]].length > packLimits[listOf[kind]])
  if (isTooMuch || bytes.byteLength > packLimits.bytes) throw new AppError('packs.export_too_large')
  return bytes
}
