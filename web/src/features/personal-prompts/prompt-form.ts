import { limits, type PersonalPrompt } from '@parvis/contract'
import { formatNumber } from '../../ui/words/formats.ts'

/** What the form of a prompt holds. */
export type PromptValues = Pick<PersonalPrompt, 'name' | 'content'>
export type PromptErrors = Partial<Record<keyof PromptValues, string>>

export const newPrompt: PromptValues = { name: '', content: '' }
export const valuesOf = ({ name, content }: PersonalPrompt): PromptValues => ({ name, content })

/** The fields as a conflict names them. */
export const fieldNames = { name: 'Nom', content: 'Texte' } as const

/** What stands between brackets, told in one line. */
export const blanksRule = 'Mettez entre crochets, en minuscules, ce qui change à chaque fois\u00a0: [nom de l’élu].'

const tooLong = (max: number) => `${formatNumber(max)} caractères au plus`

/** One sentence per refused field, the server’s; empty when the prompt may be sent. */
export function checkPrompt({ name, content }: PromptValues): PromptErrors {
  const errors: PromptErrors = {}
  if (name.trim() === '') errors.name = 'Donnez un nom à ce prompt'
  else if (name.trim().length > limits.name) errors.name = tooLong(limits.name)
  if (content.trim() === '') errors.content = 'Écrivez le texte de ce prompt'
  else if (content.length > limits.promptContent) errors.content = tooLong(limits.promptContent)
  return errors
}
