import type { PromptChoice } from '@parvis/contract'
import { fold } from '../../ui/lists/matching.ts'

interface ChoiceGroup {
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
export function foundChoices(choices: readonly PromptChoice[], search: string): ChoiceGroup[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => fold(text).includes(word))
  const named = choices.filter(({ name }) => holds(name))
  const others = choices.filter((choice) => !named.includes(choice) && holds(`${choice.name} ${choice.beginning}`))
  return titles
    .map(([origin, title]) => ({ title, choices: [...named, ...others].filter((choice) => choice.origin === origin) }))
    .filter((group) => group.choices.length > 0)
}
