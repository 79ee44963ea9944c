import { testCaseContent, type Pack, type PackDifference, type PackItem, type PackItemKind, type TestCaseContent } from '@parvis/contract'
import { createHash } from 'node:crypto'
import type { Model } from '../../platform/llm/models.ts'
import { categoryKey } from '../../authorization/category-names.ts'
import { categoryResolver, modelOfLabel, namesAsText, type ResolvedCategories } from './resolve-categories.ts'
import { refused } from './parse-pack.ts'

type Field = PackDifference['field']
/** Fields by which two items of one kind are compared. */
type Comparable = Partial<Record<Field, string>> & { name: string }
type InstalledItem = { id: string; fields: Comparable; /** Former names of a document category, which still lead to it. */ former_names?: readonly string[] }
/** Content of the installation by kind, oldest first. */
export type InstalledContent = Record<PackItemKind, InstalledItem[]>

type LabelledModel = Pick<Model, 'id' | 'label'>

export type PlannedItem = PackItem & {
  /** Index in its list of the pack. */
  rank: number
  /** Item of the installation that is identical or in conflict; null for a new item. */
  held_id: string | null
}

export const listOf = {
  assistant_category: 'assistant_categories',
  document_category: 'document_categories',
  assistant: 'assistants',
  prompt: 'prompts',
} as const satisfies Record<PackItemKind, keyof Pack>

/** Kinds of items in the order in which they are shown and applied: assistants need their categories. */
export const kinds = ['assistant_category', 'document_category', 'assistant', 'prompt'] as const

/** Appends the number of a copy to a name, cut to at most `maxLength` characters in all. */
export const withCopyNumber = (name: string, number: number, maxLength: number): string => {
  const end = ` (${number})`
  return `${[...name]
    .slice(0, maxLength - end.length)
    .join('')
    .trimEnd()}${end}`
}
/** Joins starters into one text, one per line, to be compared and shown. */
export const startersAsText = (starters: readonly string[]): string => starters.join('\n')

/** Joins test cases into one text, one per line, to be compared and shown: the question, then the rest of the case. */
export const testCasesAsText = (cases: readonly TestCaseContent[]): string =>
  cases
    .map((one) => {
      // The schema gives the fields in one order.
      const { question, ...rest } = testCaseContent.parse(one)
      return `${question} — ${JSON.stringify(rest)}`
    })
    .join('\n')

const withoutNumber = (key: string) => key.replace(/ \(\d+\)$/, '')

/**
 * Compares a pack with the installation. Items match by name, whatever its case and accents. A numbered copy (« Budget (2) ») matches the item that it was
 * copied from.
 * @param models models of the settings
 * @throws {AppError} `packs.invalid` for an assistant whose category exists nowhere
 */
export function planImport(pack: Pack, installed: InstalledContent, models: readonly LabelledModel[]): PlannedItem[] {
  checkCategories(pack, installed)
  const resolve = categoryResolver(pack, installed.document_category)
  return kinds.flatMap((kind) => {
    const ofAssistants = kind === 'assistant' ? pack.assistants.map(({ document_categories }) => document_categories && resolve(document_categories)) : []
    const withLevels = kind === 'assistant' ? pack.assistants : kind === 'document_category' ? pack.document_categories : []
    return planKind(kind, incomingOf(pack, kind, ofAssistants, models), installed[kind]).map((item) => {
      const wanted = kind === 'assistant' ? pack.assistants[item.rank]!.model : null
      const missing_model = wanted && modelOfLabel(models, wanted) === undefined ? wanted : null
      const min_level = withLevels[item.rank]?.min_level
      return { ...item, left_out: ofAssistants[item.rank]?.left_out ?? [], missing_model, ...(min_level && { min_level }) }
    })
  })
}

/** Returns a hash of the pack and its plan, which identifies a preview: any change of either changes it. */
export function fingerprintOf(pack: Pack, items: readonly PlannedItem[]): string {
  return createHash('sha256')
    .update(JSON.stringify([pack, items]))
    .digest('hex')
}

function incomingOf(pack: Pack, kind: PackItemKind, ofAssistants: readonly (ResolvedCategories | undefined)[], models: readonly LabelledModel[]): Comparable[] {
  if (kind === 'assistant_category') return pack.assistant_categories
  if (kind === 'document_category')
    return pack.document_categories.map(({ name, display_name, min_level }) => ({ name, display_name, ...(min_level && { min_level: String(min_level) }) }))
  if (kind === 'prompt') return pack.prompts.map(({ name, content }) => ({ name, content }))
  return pack.assistants.map(({ name, description, prompt_content, starters, category, icon, min_level, model, model_choice, masking, test_cases }, rank) => ({
    name,
    description,
    prompt_content,
    // An absent field leaves the current one unchanged.
    ...(starters && { starters: startersAsText(starters) }),
    category,
    ...(ofAssistants[rank] && { document_categories: namesAsText(ofAssistants[rank].names) }),
    icon,
    ...(min_level && { min_level: String(min_level) }),
    ...(model !== undefined && { model: modelOfLabel(models, model)?.label ?? '' }),
    ...(model_choice !== undefined && { model_choice: String(model_choice) }),
    ...(masking !== undefined && { masking: masking ?? '' }),
    ...(test_cases && { test_cases: testCasesAsText(test_cases) }),
  }))
}

function planKind(kind: PackItemKind, incoming: readonly Comparable[], installed: readonly InstalledItem[]): Omit<PlannedItem, 'left_out' | 'missing_model'>[] {
  const near = new Map<string, InstalledItem[]>()
  for (const thing of installed) {
    const key = categoryKey(thing.fields.name)
    // A number may belong to the name, « Élections (2026) », or be that of a copy: index the item under both names.
    for (const name of new Set([key, withoutNumber(key)])) near.set(name, [...(near.get(name) ?? []), thing])
  }
  const taken = new Set<InstalledItem>()
  const take = (item: Comparable, accept: (thing: InstalledItem) => boolean): InstalledItem | undefined => {
    const thing = near.get(categoryKey(item.name))?.find((one) => !taken.has(one) && accept(one))
    if (thing !== undefined) taken.add(thing)
    return thing
  }
  // Identical items are matched before any conflict: exact names first, then numbered copies.
  const found = incoming.map((item) => take(item, ({ fields }) => differences(item, fields).length === 0))
  for (const [rank, item] of incoming.entries()) found[rank] ??= take(item, ({ fields }) => isCopy(item, fields))
  const same = found.map((thing) => thing !== undefined)
  for (const [rank, item] of incoming.entries()) found[rank] ??= take(item, ({ fields }) => categoryKey(fields.name) === categoryKey(item.name))
  return incoming.map((item, rank) => {
    const thing = found[rank]
    const state = thing === undefined ? 'new' : same[rank] ? 'identical' : 'conflict'
    return {
      path: `${listOf[kind]}[${rank}]`,
      kind,
      name: item.name,
      state,
      differences: state === 'conflict' ? differences(item, thing!.fields) : [],
      rank,
      held_id: thing?.id ?? null,
    }
  })
}

function differences(item: Comparable, current: Comparable): PackDifference[] {
  return (Object.keys(item) as Field[]).flatMap((field) => {
    const [now, then] = [current[field] ?? '', item[field] ?? '']
    // An assistant refers to its category by name: spelling differences do not count here.
    const isSame = field === 'category' ? categoryKey(now) === categoryKey(then) : now === then
    return isSame ? [] : [{ field, current: now, incoming: then }]
  })
}

/**
 * Whether the installation's item is a numbered copy of the pack's, with the same content. Never for categories, which have too little content to compare.
 */
function isCopy(item: Comparable, current: Comparable): boolean {
  const content = item.prompt_content ?? item.content
  if (content === undefined || categoryKey(current.name) === categoryKey(item.name)) return false
  return categoryKey(item.name) === withoutNumber(categoryKey(current.name)) && differences(item, { ...current, name: item.name }).length === 0
}

function checkCategories(pack: Pack, installed: InstalledContent): void {
  const known = new Set([...pack.assistant_categories, ...installed.assistant_category.map(({ fields }) => fields)].map(({ name }) => categoryKey(name)))
  const problems = pack.assistants.flatMap(({ category }, rank) =>
    known.has(categoryKey(category)) ? [] : [[`assistants[${rank}].category`, 'Cette catégorie n’est ni dans le pack ni dans cette installation'] as const],
  )
  if (problems.length > 0) throw refused(problems)
}
