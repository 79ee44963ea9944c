import type { Assistant } from '@parvis/contract'
import { isFound } from '../../ui/lists/matching.ts'

export interface ChoiceGroup {
  /** Empty: it needs none. */
  title: string
  choices: readonly Assistant[]
}

/**
 * The assistants that a conversation may be given: those that its person knows first, in their order, then the others. With a search, those
 * that are named so before those that are only described so.
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
