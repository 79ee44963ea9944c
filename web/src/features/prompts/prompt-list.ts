import { constants, type Prompt } from '@parvis/contract'
import { isFound } from '../../ui/lists/matching.ts'
import { truncate } from '../../ui/words/formats.ts'

/** Prompts whose name holds the words, whatever the case and the accents. */
export const foundPrompts = (list: readonly Prompt[], search: string): Prompt[] => list.filter(({ name }) => isFound(search, [name]))

/** The first 40 characters of the content on one line (specification, chapter 9). */
export const previewOf = ({ content }: Prompt): string => truncate(content.replace(/\s+/g, ' ').trim(), constants.promptPreviewLength)

/** The list with a prompt as it has just been kept, in the order of names. */
export function withPrompt(list: readonly Prompt[], prompt: Prompt): Prompt[] {
  const { compare } = new Intl.Collator('fr')
  return [...list.filter(({ id }) => id !== prompt.id), prompt].sort((a, b) => compare(a.name, b.name))
}

export interface PromptValues {
  name: string
  content: string
}

/** Name and content, both not blank (specification, chapter 5). Null when the prompt may be sent. */
export function refusalOf({ name, content }: PromptValues): string | null {
  return name.trim() === '' || content.trim() === '' ? 'Le nom et le contenu du prompt sont requis' : null
}
