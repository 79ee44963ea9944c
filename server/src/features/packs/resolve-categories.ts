import type { Pack } from '@parvis/contract'
import { categoryKey } from '../../authorization/category-names.ts'

/** A document category of the installation. */
type InstalledCategory = { id: string; fields: { name: string }; former_names?: readonly string[] }

/** Document categories of an assistant of a pack: `names` as spelled by the installation or the pack, `left_out` those that exist in neither. */
export type ResolvedCategories = { names: string[]; left_out: string[] }

/** Joins names of categories into one sorted text, one per line, to be compared and shown. */
export const namesAsText = (names: readonly string[]): string => [...names].sort((a, b) => a.localeCompare(b, 'fr')).join('\n')

/** Returns a function that resolves the document category names of a pack: first in the installation, then in the pack, then among former names. */
export function categoryResolver(
  pack: Pick<Pack, 'document_categories'>,
  installed: readonly InstalledCategory[],
): (names: readonly string[]) => ResolvedCategories {
  const known = new Map<string, string>()
  for (const { fields, former_names = [] } of installed) for (const former of former_names) known.set(categoryKey(former), fields.name)
  for (const { name } of pack.document_categories) known.set(categoryKey(name), name)
  for (const { fields } of installed) known.set(categoryKey(fields.name), fields.name)
  return (names) => ({
    names: [...new Set(names.flatMap((name) => known.get(categoryKey(name)) ?? []))],
    left_out: names.filter((name) => !known.has(categoryKey(name))),
  })
}

/** Maps the keys of current and former names of document categories to their ids. */
export function idsByName(installed: readonly InstalledCategory[]): Map<string, string> {
  const former = installed.flatMap(({ id, former_names = [] }) => former_names.map((name) => [categoryKey(name), id] as const))
  return new Map([...former, ...installed.map(({ id, fields }) => [categoryKey(fields.name), id] as const)])
}

/** Finds a model by its label: the first of the settings that has it. */
export const modelOfLabel = <M extends { label: string }>(models: readonly M[], wanted: string | null): M | undefined =>
  models.find(({ label }) => label === wanted)
