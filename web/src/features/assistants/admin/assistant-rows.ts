import type { Assistant } from '@parvis/contract'
import { isFound } from '../../../ui/lists/matching.ts'
import type { Sort } from '../../../ui/lists/Table.tsx'

const collator = new Intl.Collator('fr-FR', { sensitivity: 'base', numeric: true })

const comparisons: Record<string, (a: Assistant, b: Assistant) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  category: (a, b) => collator.compare(a.category.name, b.category.name) || collator.compare(a.name, b.name),
  usage: (a, b) => a.usage_count - b.usage_count || collator.compare(a.name, b.name),
}

/** The rows of the table: those whose name, description or category holds the words, in the order asked for. */
export function assistantRows(assistants: readonly Assistant[], search: string, { column, direction }: Sort): Assistant[] {
  const found = assistants.filter(({ name, description, category }) => isFound(search, [name, description, category.name]))
  const compare = comparisons[column]
  if (!compare) return found
  return found.sort((a, b) => (direction === 'ascending' ? compare(a, b) : compare(b, a)))
}
