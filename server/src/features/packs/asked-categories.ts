import type { Pack } from '@parvis/contract'
import { categoryKey } from '../documents/categories.ts'

/** A category of documents of the installation. */
type HeldDocuments = { id: string; fields: { name: string }; former_names?: readonly string[] }

/** The categories of documents that an assistant of a pack names: as they are called here or in the pack, and those that are nowhere. */
export type AskedCategories = { names: string[]; left_out: string[] }

/** Names of categories as one text, one to a line, to be compared and shown. */
export const namesAsText = (names: readonly string[]): string => [...names].sort((a, b) => a.localeCompare(b, 'fr')).join('\n')

/** Reads the names of categories of a pack: those of the installation, else of the pack, else what a former name leads to. */
export function askedCategories(pack: Pick<Pack, 'document_categories'>, held: readonly HeldDocuments[]): (names: readonly string[]) => AskedCategories {
  const known = new Map<string, string>()
  for (const { fields, former_names = [] } of held) for (const former of former_names) known.set(categoryKey(former), fields.name)
  for (const { name } of pack.document_categories) known.set(categoryKey(name), name)
  for (const { fields } of held) known.set(categoryKey(fields.name), fields.name)
  return (names) => ({
    names: [...new Set(names.flatMap((name) => known.get(categoryKey(name)) ?? []))],
    left_out: names.filter((name) => !known.has(categoryKey(name))),
  })
}

/** The ids of the categories here, by all that they are called and were called. */
export function idsByName(held: readonly HeldDocuments[]): Map<string, string> {
  const former = held.flatMap(({ id, former_names = [] }) => former_names.map((name) => [categoryKey(name), id] as const))
  return new Map([...former, ...held.map(({ id, fields }) => [categoryKey(fields.name), id] as const)])
}
