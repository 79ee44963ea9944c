import { constants, type Prompt } from '@parvis/contract'
import { matchesSearch } from '../../ui/lists/matching.ts'
import { truncate } from '../../ui/words/formats.ts'
import type { PromptValues } from './PromptFields.tsx'

/** Filters prompts by name, ignoring case and accents. */
export const foundPrompts = (list: readonly Prompt[], search: string): Prompt[] => list.filter(({ name }) => matchesSearch(search, [name]))

/** Returns the first 40 characters of the content, on one line (specification, chapter 9). */
export const previewOf = ({ content }: Prompt): string => truncate(content.replace(/\s+/g, ' ').trim(), constants.promptPreviewLength)

/** Returns the list with a saved prompt added or replaced, sorted by name. */
export function withPrompt(list: readonly Prompt[], prompt: Prompt): Prompt[] {
  const { compare } = new Intl.Collator('fr')
  return [...list.filter(({ id }) => id !== prompt.id), prompt].sort((a, b) => compare(a.name, b.name))
}

/** Sentence above the form of a library prompt with a blank name or content (specification, chapter 5). */
export const missingSentence = 'Le nom et le contenu du prompt sont requis'

/** Returns the error of each blank field of a library prompt. */
export function findMissing(values: PromptValues): Partial<Record<keyof PromptValues, string>> {
  const blank = (['name', 'content'] as const).filter((name) => values[name].trim() === '')
  return Object.fromEntries(blank.map((name) => [name, 'Ce champ est obligatoire']))
}
