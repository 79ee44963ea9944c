import type { Assistant } from '@parvis/contract'
import { isFound } from '../../ui/lists/matching.ts'

export interface ChoiceGroup {
  /** Empty: no heading is shown. */
  title: string
  choices: readonly Assistant[]
}

/**
 * Groups the assistants that a conversation can be given: those in `own` first, in that order, then the others. With a search, matches on the name come
 * before matches on the description or the category.
 */
export function assistantChoices(assistants: readonly Assistant[], own: readonly string[], search: string): ChoiceGroup[] {
  if (search.trim() !== '') {
    const named = assistants.filter(({ name }) => isFound(search, [name]))
    const others = assistants.filter((one) => !named.includes(one) && isFound(search, [one.description, one.category.name]))
    return filled([{ title: '', choices: [...named, ...others] }])
  }
  const known = own.flatMap((id) => assistants.find((one) => one.id === id) ?? [])
  const others = assistants.filter((one) => !known.includes(one))
  return filled([
    { title: 'Vos assistants', choices: known },
    { title: known.length === 0 ? '' : 'Autres assistants', choices: others },
  ])
}

const filled = (groups: readonly ChoiceGroup[]): ChoiceGroup[] => groups.filter(({ choices }) => choices.length > 0)
