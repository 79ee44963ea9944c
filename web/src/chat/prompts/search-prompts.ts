import type { PromptChoice } from '@parvis/contract'
import { foldText } from '../../ui/lists/matching.ts'

interface PromptGroup {
  title: string
  choices: readonly PromptChoice[]
}

const titles = [
  ['own', 'Vos prompts'],
  ['shared', 'Prompts partagés'],
] as const

/**
 * Prompts that contain every word of the search, ignoring case and accents. Own prompts come first; within a group, matches on the name come before
 * matches on the beginning of the text. Empty groups are left out.
 */
export function searchPrompts(choices: readonly PromptChoice[], search: string): PromptGroup[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  const matches = (text: string) => words.every((word) => foldText(text).includes(word))
  const nameMatches = choices.filter(({ name }) => matches(name))
  const others = choices.filter((choice) => !nameMatches.includes(choice) && matches(`${choice.name} ${choice.beginning}`))
  return titles
    .map(([origin, title]) => ({ title, choices: [...nameMatches, ...others].filter((choice) => choice.origin === origin) }))
    .filter((group) => group.choices.length > 0)
}
