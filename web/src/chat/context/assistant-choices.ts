import type { Assistant } from '@parvis/contract'
import { matchesSearch } from '../../ui/lists/matching.ts'

interface AssistantGroup {
  /** Empty: no heading is shown. */
  title: string
  choices: readonly Assistant[]
}

/**
 * Groups the assistants that a conversation can be given: those in `familiarIds` first, in that order, then the others. With a search, matches on the name come
 * before matches on the description or the category.
 */
export function assistantChoices(assistants: readonly Assistant[], familiarIds: readonly string[], search: string): AssistantGroup[] {
  if (search.trim() !== '') {
    const nameMatches = assistants.filter(({ name }) => matchesSearch(search, [name]))
    const others = assistants.filter((one) => !nameMatches.includes(one) && matchesSearch(search, [one.description, one.category.name]))
    return nonEmptyGroups([{ title: '', choices: [...nameMatches, ...others] }])
  }
  const familiar = familiarIds.flatMap((id) => assistants.find((one) => one.id === id) ?? [])
  const others = assistants.filter((one) => !familiar.includes(one))
  return nonEmptyGroups([
    { title: 'Vos assistants', choices: familiar },
    { title: familiar.length === 0 ? '' : 'Autres assistants', choices: others },
  ])
}

const nonEmptyGroups = (groups: readonly AssistantGroup[]): AssistantGroup[] => groups.filter(({ choices }) => choices.length > 0)
