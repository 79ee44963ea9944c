import type { PersonalPrompt } from '@parvis/contract'

/** Values of the form of a prompt. */
export type PersonalPromptValues = Pick<PersonalPrompt, 'name' | 'content'>

export const newPrompt: PersonalPromptValues = { name: '', content: '' }
export const valuesOf = ({ name, content }: PersonalPrompt): PersonalPromptValues => ({ name, content })

/** Field labels used in the notice of an edit conflict. */
export const fieldNames = { name: 'Nom', content: 'Texte' } as const

/** Hint that explains placeholders between brackets. */
export const blanksRule = 'Mettez entre crochets, en minuscules, ce qui change à chaque fois\u00a0: [nom de l’élu].'
