import { defaultIcon, limits, type Assistant, type IconName, type SentBody, type routes } from '@parvis/contract'

/** A category of documents that an assistant may ask. */
export type DocumentChoice = { id: string; display_name: string; document_count: number }

/** What is typed about an assistant (specification, chapters 3 and 7). */
export interface AssistantForm {
  name: string
  description: string
  prompt_content: string
  /** The lines as they are typed: a question to begin with on each, or nothing. */
  starters: string[]
  /** null: none chosen yet. */
  category_id: string | null
  /** Of documents, in their order. */
  document_category_ids: readonly string[]
  icon: IconName
  is_active: boolean
}

export type AssistantFormErrors = Partial<Record<keyof AssistantForm, string>>

/** Specification, chapters 5 and 8. */
export const assistantMessages = {
  required: 'Veuillez remplir tous les champs obligatoires',
  creation: "Erreur lors de la création de l'assistant",
  update: "Erreur lors de la mise à jour de l'assistant",
  removal: "Erreur lors de la suppression de l'assistant",
  documentsGone:
    'Une catégorie de documents qui était cochée n’est plus dans la liste\u00a0: ses documents sont peut-être dans une autre. Vérifiez ce qui est coché, puis enregistrez.',
} as const

/** The fields as a conflict names them, but the categories, whose names the form knows. */
export const assistantFieldNames = {
  name: 'Nom',
  description: 'Description',
  prompt_content: 'Instructions (prompt)',
  starters: { label: 'Questions proposées', read: (starters: readonly string[]) => starters.join('\n') },
  icon: 'Icône',
  is_active: { label: 'État', read: (is_active: boolean) => (is_active ? 'Actif' : 'Inactif') },
} as const

export const emptyAssistantForm: AssistantForm = {
  name: '',
  description: '',
  prompt_content: '',
  starters: [],
  category_id: null,
  document_category_ids: [],
  icon: defaultIcon,
  is_active: true,
}

export function assistantFormOf({
  name,
  description,
  prompt_content,
  starters,
  category_id,
  document_category_ids,
  icon,
  is_active,
}: Assistant): AssistantForm {
  return { name, description, prompt_content, starters, category_id, document_category_ids, icon: icon as IconName, is_active }
}

const sentences = {
  name: 'Donnez un nom à l’assistant',
  description: 'Décrivez ce que fait l’assistant',
  prompt_content: 'Écrivez ses instructions',
  category_id: 'Choisissez une catégorie',
} as const

/** A sentence for each required field left blank (specification, chapter 5), and for starters that cannot be kept. */
export function findAssistantFormErrors(form: AssistantForm): AssistantFormErrors {
  const names = Object.keys(sentences) as (keyof typeof sentences)[]
  const wrongStarters = starterError(startersIn(form.starters))
  return {
    ...Object.fromEntries(names.filter((name) => (form[name] ?? '').trim() === '').map((name) => [name, sentences[name]])),
    ...(wrongStarters !== null && { starters: wrongStarters }),
  }
}

/** What stands above the form that is refused: the specification's alert where something is missing, else what is wrong. */
export function refusalOf({ starters, ...missing }: AssistantFormErrors): string {
  return starters !== undefined && Object.keys(missing).length === 0 ? starters : assistantMessages.required
}

/** The questions of the lines: blank ones are none. */
const startersIn = (lines: readonly string[]): string[] => lines.map((text) => text.trim()).filter(Boolean)

function starterError(starters: readonly string[]): string | null {
  if (starters.length > limits.starters) return `${limits.starters} questions proposées au plus\u00a0: il y en a ${starters.length}.`
  const long = starters.find(({ length }) => length > limits.starter)
  if (long !== undefined) return `Une question proposée tient en ${limits.starter} caractères\u00a0: «\u00a0${long.slice(0, 40)}…\u00a0» en a ${long.length}.`
  return new Set(starters).size < starters.length ? 'Deux questions proposées sont les mêmes.' : null
}

/** The names of categories of documents, in the order of the list; nothing for those that are not in it. */
export function documentNames(categories: readonly DocumentChoice[] | undefined, ids: readonly string[]): string {
  return (categories ?? [])
    .filter(({ id }) => ids.includes(id))
    .map(({ display_name }) => display_name)
    .join('\n')
}

type Choice = Pick<AssistantForm, 'document_category_ids'>

/** What the person left as it was is whoever's who moved, closed or deleted a category meanwhile. */
const isChosenAnew = (form: Choice, base: Choice): boolean => form.document_category_ids.join() !== base.document_category_ids.join()

/**
 * What is left of a choice of documents of which something went since: deleted, or in another category, or closed to this person. Null where there
 * is nothing to tell.
 * @param documents categories that are there; undefined where nobody knows
 */
export function documentsLeft(form: Choice, base: Choice, documents: readonly { id: string }[] | undefined): string[] | null {
  const left = form.document_category_ids.filter((id) => documents === undefined || documents.some((one) => one.id === id))
  return isChosenAnew(form, base) && left.length < form.document_category_ids.length ? left : null
}

/**
 * Body of a creation or of an edit; the form must have no error.
 * @param base what the person began from: documents that they did not choose anew are not sent
 */
export function assistantBodyOf(
  { document_category_ids, ...form }: AssistantForm,
  base: Choice = emptyAssistantForm,
): SentBody<typeof routes.assistants.create> {
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim(),
    starters: startersIn(form.starters),
    category_id: form.category_id ?? '',
    ...(isChosenAnew({ document_category_ids }, base) && { document_category_ids: [...document_category_ids] }),
  }
}
