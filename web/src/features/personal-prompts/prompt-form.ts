import { limits, type PersonalPrompt } from '@parvis/contract'
import { formatNumber } from '../../ui/words/formats.ts'

/** Values of the form of a prompt. */
type PersonalPromptValues = Pick<PersonalPrompt, 'name' | 'content'>
export type PromptErrors = Partial<Record<keyof PersonalPromptValues, string>>

export const newPrompt: PersonalPromptValues = { name: '', content: '' }
export const valuesOf = ({ name, content }: PersonalPrompt): PersonalPromptValues => ({ name, content })

/** Field labels used in the notice of an edit conflict. */
export const fieldNames = { name: 'Nom', content: 'Texte' } as const

/** Hint that explains placeholders between brackets. */
export const blanksRule = 'Mettez entre crochets, en minuscules, ce qui change à chaque fois\u00a0: [nom de l’élu].'

const tooLong = (max: number) => `${formatNumber(max)} caractères au plus`

/** Checks the values with the sentences of the server. Empty when the prompt can be sent. */
export function checkPrompt({ name, content }: PersonalPromptValues): PromptErrors {
  const errors: PromptErrors = {}
  if (name.trim() === '') errors.name = 'Donnez un nom à ce prompt'
  else if (name.trim().length > limits.name) errors.name = tooLong(limits.name)
  if (content.trim() === '') errors.content = 'Écrivez le texte de ce prompt'
  else if (content.length > limits.promptContent) errors.content = tooLong(limits.promptContent)
  return errors
}
