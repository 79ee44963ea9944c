import type { Assistant } from '@parvis/contract'
import { matchesSearch } from '../../../ui/lists/matching.ts'
import type { TableSort } from '../../../ui/lists/Table.tsx'

/** Comparison function of each column. The collator is passed in, because creating it before the first render would delay the page. */
const comparisons: Record<string, (a: Assistant, b: Assistant, inFrench: Intl.Collator['compare']) => number> = {
  name: (a, b, inFrench) => inFrench(a.name, b.name),
  category: (a, b, inFrench) => inFrench(a.category.name, b.category.name) || inFrench(a.name, b.name),
  usage: (a, b, inFrench) => a.usage_count - b.usage_count || inFrench(a.name, b.name),
}

/** Filters assistants by name, description or category, and sorts them. */
export function assistantRows(assistants: readonly Assistant[], search: string, { column, direction }: TableSort): Assistant[] {
  const found = assistants.filter(({ name, description, category }) => matchesSearch(search, [name, description, category.name]))
  const compare = comparisons[column]
  if (!compare) return found
  const inFrench = new Intl.Collator('fr-FR', { sensitivity: 'base', numeric: true }).compare
  return found.sort((a, b) => (direction === 'ascending' ? compare(a, b, inFrench) : compare(b, a, inFrench)))
}
