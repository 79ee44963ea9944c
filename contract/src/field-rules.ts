import { limits } from './limits.ts'

/** Rule of a text field. The server applies it in the schema of a route, and the form before it sends anything. */
interface TextRule {
  /** Maximum length, of the trimmed text if the text is required. */
  max: number
  /** Error of a blank text; none if the text is optional. */
  required?: string
  /** The text is stored as typed, without trimming. */
  isVerbatim?: true
}

export const projectRules = {
  name: { max: limits.name, required: 'Le nom du projet est obligatoire' },
  description: { max: limits.description },
  content: { max: limits.content },
} as const satisfies Record<string, TextRule>

export const personalPromptRules = {
  name: { max: limits.name, required: 'Donnez un nom à ce prompt' },
  content: { max: limits.promptContent, required: 'Écrivez le texte de ce prompt', isVerbatim: true },
} as const satisfies Record<string, TextRule>

export const teamRules = {
  name: { max: limits.name, required: 'Donnez un nom au service' },
} as const satisfies Record<string, TextRule>

export const userRules = {
  username: { max: limits.username, required: 'Le nom d’utilisateur est obligatoire' },
  email: { max: limits.email, required: 'L’adresse e-mail est obligatoire' },
} as const satisfies Record<string, TextRule>

export const passwordRequired = 'Le mot de passe est obligatoire'

export const announcementRules = {
  text: { max: limits.announcement, required: 'Écrivez le message' },
} as const satisfies Record<string, TextRule>

export const charterRules = {
  text: { max: limits.charter, required: 'Écrivez le texte de la charte' },
  summary: { max: limits.charterSummary, required: 'Écrivez le résumé de la charte' },
  changes: { max: limits.charterSummary },
} as const satisfies Record<string, TextRule>

export const registerRules = {
  text: { max: limits.description },
  reason: { max: limits.reason, required: 'Dites pourquoi' },
} as const satisfies Record<string, TextRule>

export const textReviewRules = {
  capacity: { max: limits.name, required: 'Dites à quel titre vous avez relu' },
} as const satisfies Record<string, TextRule>

export const holdRules = {
  reason: { max: limits.description, required: 'Indiquez le motif du gel' },
} as const satisfies Record<string, TextRule>

export const shareSubjectsRequired = 'Choisissez au moins un service ou une personne'

export const tooLongSentence = (max: number): string => `${new Intl.NumberFormat('fr-FR').format(max)} caractères au plus`

/** Returns the error of each text that its rule refuses, with the sentences of the server. */
export function findTextErrors<Field extends string>(values: NoInfer<Record<Field, string>>, rules: Record<Field, TextRule>): Partial<Record<Field, string>> {
  const fieldErrors: Partial<Record<Field, string>> = {}
  for (const name of Object.keys(rules) as Field[]) {
    const error = textError(values[name], rules[name])
    if (error !== null) fieldErrors[name] = error
  }
  return fieldErrors
}

/** Returns the error of each required text that is blank. Leaves the lengths to the server, for a form whose server has other sentences for them. */
export function findBlankTexts<Field extends string>(
  values: NoInfer<Record<Field, string>>,
  rules: Record<Field, TextRule & { required: string }>,
): Partial<Record<Field, string>> {
  const blank = (Object.keys(rules) as Field[]).filter((name) => values[name].trim() === '')
  return Object.fromEntries(blank.map((name) => [name, rules[name].required])) as Partial<Record<Field, string>>
}

function textError(value: string, { max, required, isVerbatim }: TextRule): string | null {
  if (required !== undefined && value.trim() === '') return required
  const { length } = required === undefined || isVerbatim ? value : value.trim()
  return length > max ? tooLongSentence(max) : null
}
