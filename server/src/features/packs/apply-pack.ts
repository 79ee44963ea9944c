import { limits, type RouteAnswer, type Pack, type PackDecision, type routes, type TestCaseContent } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { addCases } from '../assistant-tests/cases.ts'
import { addAssistant, changeAssistant } from '../assistants/write-assistant.ts'
import { addAssistantCategory, updateAssistantCategory } from '../categories/assistant-categories.ts'
import { addDocumentCategory, changeDocumentCategory } from '../categories/document-categories.ts'
import { lockCategories, categoryKey } from '../../authorization/category-names.ts'
import { opinionOf } from '../register/opinion/opinion.ts'
import { addPrompt, changePrompt } from '../prompts/write-prompt.ts'
import { idsByName, modelOfLabel } from './resolve-categories.ts'
import { lockPackTables, readInstalled } from './installed-content.ts'
import { fingerprintOf, withCopyNumber, planImport, type InstalledContent, type PlannedItem } from './plan-import.ts'

type PackImportResult = Omit<RouteAnswer<typeof routes.packs.import>, 'message'>
type Counts = Omit<PackImportResult, 'left_out'>

type ImportRequest = {
  fingerprint: string
  /** Decision about an item, by its path in the file (`assistants[3]`). */
  decisions: Readonly<Record<string, PackDecision>>
  /** Whether new assistants are created inactive. */
  as_inactive: boolean
}

/** State shared while the items of a pack are written. */
type PackWriting = {
  trx: Db
  pack: Pack
  author_id: string
  now: Date
  as_inactive: boolean
  /** Whether new assistants that seem sensitive are created inactive, until their use is declared. */
  declaresUse: boolean
  /** Ids of the assistant categories (`categories`) and document categories (`documents`), by key of their names. */
  categories: Map<string, string>
  documents: Map<string, string>
  /** Names of missing document categories that assistants refer to. */
  left_out: Set<string>
  models: Context['models']['list']
  freeName: FreeName
}
type FreeName = (item: PlannedItem, maxLength: number) => string

/**
 * Applies a pack in one transaction.
 * @throws {AppError} `packs.changed` when the preview is outdated, `packs.category_needed`, as `planImport`
 */
export function applyPack(context: Context, author_id: string, pack: Pack, request: ImportRequest): Promise<PackImportResult> {
  return context.db.transaction().execute(async (trx) => {
    await lockCategories(trx)
    await lockPackTables(trx)
    const installed = await readInstalled({ db: trx, models: context.models })
    const items = planImport(pack, installed, context.models.list)
    if (fingerprintOf(pack, items) !== request.fingerprint) throw new AppError('packs.changed')
    const writing: PackWriting = {
      trx,
      pack,
      author_id,
      now: context.now(),
      as_inactive: request.as_inactive,
      declaresUse: context.config.useRegister,
      categories: new Map(installed.assistant_category.map(({ id, fields }) => [categoryKey(fields.name), id])),
      documents: idsByName(installed.document_category),
      left_out: new Set(),
      models: context.models.list,
      freeName: freeNames(installed, pack),
    }
    const counts: Counts = { created: 0, replaced: 0, renamed: 0, ignored: 0, unchanged: 0 }
    for (const item of items) counts[await applyItem(writing, item, request.decisions[item.path])] += 1
    return { ...counts, left_out: [...writing.left_out].sort((a, b) => a.localeCompare(b, 'fr')) }
  })
}

/** Applies one item. Without a decision that fits its state, a new item is created and a conflicting one is skipped. @returns the count to increase */
async function applyItem(writing: PackWriting, item: PlannedItem, decision: PackDecision | undefined): Promise<keyof Counts> {
  if (item.state === 'identical') return 'unchanged'
  if (item.state === 'new') {
    if (decision === 'ignore') return 'ignored'
    await writeItem(writing, item, item.name, null)
    return 'created'
  }
  if (decision === 'replace') {
    await writeItem(writing, item, item.name, item.held_id)
    return 'replaced'
  }
  if (decision !== 'rename') return 'ignored'
  await writeItem(writing, item, writing.freeName(item, item.kind.endsWith('category') ? limits.category : limits.name), null)
  return 'renamed'
}

/** Creates the item under this name, or updates the existing one of this id. */
async function writeItem(writing: PackWriting, { kind, rank, path }: PlannedItem, name: string, id: string | null): Promise<void> {
  const { trx, pack, author_id, now, categories, documents } = writing
  if (kind === 'assistant_category') {
    const { icon, name: own } = pack.assistant_categories[rank]!
    if (id !== null) return updateAssistantCategory(trx, id, { name, icon })
    // The assistants of the pack follow their category, even if it had to be renamed.
    categories.set(categoryKey(own), await addAssistantCategory(trx, { name, icon }))
  } else if (kind === 'document_category') {
    const { display_name, name: own, min_level } = pack.document_categories[rank]!
    if (id !== null) return changeDocumentCategory(trx, id, { name, display_name, min_level })
    documents.set(categoryKey(own), await addDocumentCategory(trx, { name, display_name: name === own ? display_name : name, ...(min_level && { min_level }) }))
  } else if (kind === 'assistant') {
    const { description, prompt_content, starters, category, document_categories, icon, is_active, min_level, model, model_choice, masking, test_cases } =
      pack.assistants[rank]!
    const category_id = categories.get(categoryKey(category))
    if (category_id === undefined) throw categoryNeeded(path, category)
    const document_category_ids = document_categories && existingDocumentCategories(writing, document_categories)
    const fields = {
      name,
      description,
      prompt_content,
      category_id,
      icon,
      ...(starters && { starters }),
      ...(document_category_ids && { document_category_ids }),
      ...(min_level && { min_level }),
      ...(model !== undefined && { model_id: modelOfLabel(writing.models, model)?.id ?? null }),
      ...(model_choice !== undefined && { model_choice }),
      ...(masking !== undefined && { masking }),
    }
    // This installation decides who sees an assistant: an updated one keeps its visibility.
    if (id !== null) {
      await changeAssistant(trx, id, fields, { author_id }, now)
      return replaceTestCases(trx, id, author_id, test_cases, now)
    }
    const isWithheld =
      writing.as_inactive ||
      (writing.declaresUse &&
        opinionOf({ name, description, prompt_content, starters: starters ?? [], document_categories: document_categories ?? [] }).length > 0)
    const added = await addAssistant(trx, { starters: [], document_category_ids: [], ...fields, is_active: is_active && !isWithheld }, author_id, now)
    await replaceTestCases(trx, added, author_id, test_cases, now)
  } else {
    const { content } = pack.prompts[rank]!
    await (id === null ? addPrompt(trx, null, { name, content }) : changePrompt(trx, null, id, { name, content }, now))
  }
}

/** Replaces the test cases of an assistant; undefined leaves them as they are. */
async function replaceTestCases(trx: Db, id: string, author_id: string, cases: readonly TestCaseContent[] | undefined, now: Date): Promise<void> {
  if (cases === undefined) return
  await trx.deleteFrom('assistant_test_case').where('assistant_id', '=', id).execute()
  if (cases.length > 0) await addCases(trx, id, author_id, cases, now)
}

/** Returns the ids of the document categories that exist here, and adds the other names to `left_out`. */
function existingDocumentCategories({ documents, left_out }: PackWriting, names: readonly string[]): string[] {
  for (const name of names) if (!documents.has(categoryKey(name))) left_out.add(name)
  return [...new Set(names.flatMap((name) => documents.get(categoryKey(name)) ?? []))]
}

/** Creates a generator of free names such as « Budget (2) », used neither by the installation nor by the pack. */
function freeNames(installed: InstalledContent, pack: Pack): FreeName {
  const used = {
    assistant_category: new Set(
      [...installed.assistant_category.map(({ fields }) => fields), ...pack.assistant_categories].map(({ name }) => categoryKey(name)),
    ),
    document_category: new Set(
      [
        ...installed.document_category.flatMap(({ fields }) => [fields.name, fields.display_name ?? '']),
        ...pack.document_categories.map(({ name }) => name),
      ].map(categoryKey),
    ),
    assistant: new Set([...installed.assistant.map(({ fields }) => fields), ...pack.assistants].map(({ name }) => categoryKey(name))),
    prompt: new Set([...installed.prompt.map(({ fields }) => fields), ...pack.prompts].map(({ name }) => categoryKey(name))),
  }
  return ({ kind, name }, maxLength) => {
    let number = 2
    while (used[kind].has(categoryKey(withCopyNumber(name, number, maxLength)))) number += 1
    const free = withCopyNumber(name, number, maxLength)
    used[kind].add(categoryKey(free))
    return free
  }
}

function categoryNeeded(path: string, category: string): AppError {
  const sentence = `${path} a besoin de la catégorie «\u00a0${category}\u00a0», que vous ignorez. Importez-la aussi, ou ignorez cet assistant. Rien n’a été importé.`
  return new AppError('packs.category_needed', { fields: { [path]: `La catégorie «\u00a0${category}\u00a0» est nécessaire` }, sentence })
}
