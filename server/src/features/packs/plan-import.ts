import type { Pack, PackDifference, PackItem, PackItemKind } from '@parvis/contract'
import { createHash } from 'node:crypto'
import { categoryKey } from '../documents/categories.ts'
import { askedCategories, namesAsText, type AskedCategories } from './asked-categories.ts'
import { refused } from './parse-pack.ts'

type Field = PackDifference['field']
/** What two things of one kind are compared by; `name` is always among them. */
type Comparable = Partial<Record<Field, string>> & { name: string }
type HeldThing = { id: string; fields: Comparable; /** Of a category of documents: names that still lead to it. */ former_names?: readonly string[] }
/** What the installation has, by kind, the oldest first. */
export type Held = Record<PackItemKind, HeldThing[]>

export type PlannedItem = PackItem & {
  /** Its rank in its list of the pack. */
  rank: number
  /** The thing of the installation that it is, or is in conflict with; null when it is new. */
  held_id: string | null
}

export const listOf = {
  assistant_category: 'assistant_categories',
  document_category: 'document_categories',
  assistant: 'assistants',
  prompt: 'prompts',
} as const satisfies Record<PackItemKind, keyof Pack>

/** In the order in which they are shown and applied: an assistant needs its categories. */
export const kinds = ['assistant_category', 'document_category', 'assistant', 'prompt'] as const

/** Names with this many characters are cut to make room for the number of a copy. */
export const numbered = (name: string, number: number, most: number): string => {
  const end = ` (${number})`
  return `${[...name]
    .slice(0, most - end.length)
    .join('')
    .trimEnd()}${end}`
}
/** Starters as one text, one to a line, to be compared and shown. */
export const oneText = (starters: readonly string[]): string => starters.join('\n')

const withoutNumber = (key: string) => key.replace(/ \(\d+\)$/, '')

/**
 * Compares a pack with what the installation has. Things are the same by their name, whatever its case and accents; a copy kept
 * under a number, « Budget (2) », is still the thing that it was made from.
 * @throws {AppError} `packs.invalid` for an assistant whose category is nowhere
 */
export function planImport(pack: Pack, held: Held): PlannedItem[] {
  checkCategories(pack, held)
  const asked = askedCategories(pack, held.document_category)
  return kinds.flatMap((kind) => {
    const ofAssistants = kind === 'assistant' ? pack.assistants.map(({ document_categories }) => document_categories && asked(document_categories)) : []
    return planKind(kind, incomingOf(pack, kind, ofAssistants), held[kind]).map((item) => ({ ...item, left_out: ofAssistants[item.rank]?.left_out ?? [] }))
  })
}

/** What stands for a preview: any change of the pack, or of what it meets, changes it. */
export function fingerprintOf(pack: Pack, items: readonly PlannedItem[]): string {
  return createHash('sha256')
    .update(JSON.stringify([pack, items]))
    .digest('hex')
}

function incomingOf(pack: Pack, kind: PackItemKind, ofAssistants: readonly (AskedCategories | undefined)[]): Comparable[] {
  if (kind !== 'assistant') return pack[listOf[kind]] as Comparable[]
  return pack.assistants.map(({ name, description, prompt_content, starters, category, icon }, rank) => ({
    name,
    description,
    prompt_content,
    // A pack that says nothing of them changes nothing of them.
    ...(starters && { starters: oneText(starters) }),
    category,
    ...(ofAssistants[rank] && { document_categories: namesAsText(ofAssistants[rank].names) }),
    icon,
  }))
}

function planKind(kind: PackItemKind, incoming: readonly Comparable[], held: readonly HeldThing[]): Omit<PlannedItem, 'left_out'>[] {
  const near = new Map<string, HeldThing[]>()
  for (const thing of held) {
    const key = categoryKey(thing.fields.name)
    // A number may be of its own name, « Élections (2026) », or that of a copy: it is looked for under both.
    for (const name of new Set([key, withoutNumber(key)])) near.set(name, [...(near.get(name) ?? []), thing])
  }
  const taken = new Set<HeldThing>()
  const take = (item: Comparable, accept: (thing: HeldThing) => boolean): HeldThing | undefined => {
    const thing = near.get(categoryKey(item.name))?.find((one) => !taken.has(one) && accept(one))
    if (thing !== undefined) taken.add(thing)
    return thing
  }
  // What is identical is recognised before anything is said to be in conflict: exact names first, numbered copies next.
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
    // An assistant names its category: how the name is spelled is the category's own matter.
    const isSame = field === 'category' ? categoryKey(now) === categoryKey(then) : now === then
    return isSame ? [] : [{ field, current: now, incoming: then }]
  })
}

/** The installation's thing is the pack's, kept before under a number. A category has too little else to be recognised by. */
function isCopy(item: Comparable, current: Comparable): boolean {
  const content = item.prompt_content ?? item.content
  if (content === undefined || categoryKey(current.name) === categoryKey(item.name)) return false
  return categoryKey(item.name) === withoutNumber(categoryKey(current.name)) && differences(item, { ...current, name: item.name }).length === 0
}

function checkCategories(pack: Pack, held: Held): void {
  const known = new Set([...pack.assistant_categories, ...held.assistant_category.map(({ fields }) => fields)].map(({ name }) => categoryKey(name)))
  const problems = pack.assistants.flatMap(({ category }, rank) =>
    known.has(categoryKey(category)) ? [] : [[`assistants[${rank}].category`, 'Cette catégorie n’est ni dans le pack ni dans cette installation'] as const],
  )
  if (problems.length > 0) throw refused(problems)
}
