import type { ModelChoice } from '../../../layout/models/ModelFields.tsx'
import { defaultIcon, limits, type Assistant, type IconName, type MaskingMode, type SentRouteBody, type routes } from '@parvis/contract'

/** Category of documents that an assistant may query. */
export type DocumentChoice = { id: string; display_name: string; document_count: number }

/** Values of the form of an assistant (specification, chapters 3 and 7). */
export interface AssistantForm extends ModelChoice {
  name: string
  description: string
  prompt_content: string
  /** Typed lines, each a suggested question; blank ones are ignored. */
  starters: string[]
  /** Null until one is chosen. */
  category_id: string | null
  /** Ids of document categories, sorted. */
  document_category_ids: readonly string[]
  icon: IconName
  is_active: boolean
  /** Null: that of the settings. */
  masking: MaskingMode | null
}

export type AssistantFormErrors = Partial<Record<keyof AssistantForm, string>>

/** Specification, chapters 5 and 8. */
export const assistantMessages = {
  required: 'Veuillez remplir tous les champs obligatoires',
  creation: "Erreur lors de la création de l'assistant",
  update: "Erreur lors de la mise à jour de l'assistant",
  removal: "Erreur lors de la suppression de l'assistant",
  documentsMissing:
    'Une catégorie de documents qui était cochée n’est plus dans la liste\u00a0: ses documents sont peut-être dans une autre. Vérifiez ce qui est coché, puis enregistrez.',
} as const

/** Field labels used in the notice of an edit conflict, without those whose words must be loaded. */
export const assistantFieldNames = {
  name: 'Nom',
  description: 'Description',
  prompt_content: 'Instructions (prompt)',
  starters: { label: 'Questions proposées', read: (starters: readonly string[]) => starters.join('\n') },
  icon: 'Icône',
  model_choice: { label: 'Choix d’un autre modèle', read: (model_choice: boolean) => (model_choice ? 'Permis' : 'Non') },
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
  min_level: 1,
  model_id: null,
  model_choice: false,
  is_active: true,
  masking: null,
}

export function assistantFormOf({
  name,
  description,
  prompt_content,
  starters,
  category_id,
  document_category_ids,
  icon,
  min_level,
  model_id,
  model_choice,
  is_active,
  masking,
}: Assistant): AssistantForm {
  const fields = { name, description, prompt_content, starters, category_id, document_category_ids, min_level, model_id, model_choice, is_active, masking }
  return { ...fields, icon: icon as IconName }
}

const sentences = {
  name: 'Donnez un nom à l’assistant',
  description: 'Décrivez ce que fait l’assistant',
  prompt_content: 'Écrivez ses instructions',
  category_id: 'Choisissez une catégorie',
} as const

/** Returns a sentence for each required field left blank (specification, chapter 5), and for invalid suggested questions. */
export function findAssistantFormErrors(form: AssistantForm): AssistantFormErrors {
  const names = Object.keys(sentences) as (keyof typeof sentences)[]
  const wrongStarters = starterError(startersIn(form.starters))
  return {
    ...Object.fromEntries(names.filter((name) => (form[name] ?? '').trim() === '').map((name) => [name, sentences[name]])),
    ...(wrongStarters !== null && { starters: wrongStarters }),
  }
}

/** Returns the sentence above a refused form: that of the specification when a field is missing, else the error of the field. */
export function refusalOf({ starters, document_category_ids, ...missing }: AssistantFormErrors): string {
  return Object.keys(missing).length > 0 ? assistantMessages.required : (starters ?? document_category_ids ?? assistantMessages.required)
}

/** Returns the trimmed lines that are not blank. */
const startersIn = (lines: readonly string[]): string[] => lines.map((text) => text.trim()).filter(Boolean)

function starterError(starters: readonly string[]): string | null {
  if (starters.length > limits.starters) return `${limits.starters} questions proposées au plus\u00a0: il y en a ${starters.length}.`
  const long = starters.find(({ length }) => length > limits.starter)
  if (long !== undefined) return `Une question proposée tient en ${limits.starter} caractères\u00a0: «\u00a0${long.slice(0, 40)}…\u00a0» en a ${long.length}.`
  return new Set(starters).size < starters.length ? 'Deux questions proposées sont les mêmes.' : null
}

/** Returns the names of document categories, in the order of the list; unknown ids are left out. */
export function documentNames(categories: readonly DocumentChoice[] | undefined, ids: readonly string[]): string {
  return (categories ?? [])
    .filter(({ id }) => ids.includes(id))
    .map(({ display_name }) => display_name)
    .join('\n')
}

type DocumentSelection = Pick<AssistantForm, 'document_category_ids'>

/** Whether the person changed the choice of documents. An unchanged choice must not overwrite a concurrent change. */
const isSelectionChanged = (form: DocumentSelection, base: DocumentSelection): boolean =>
  form.document_category_ids.join() !== base.document_category_ids.join()

/**
 * Returns the chosen document categories that still exist and are open to the person, when some no longer are. Null when nothing is missing, or the choice
 * was not changed.
 * @param documents available categories; undefined while unknown
 */
export function remainingDocuments(form: DocumentSelection, base: DocumentSelection, documents: readonly { id: string }[] | undefined): string[] | null {
  const left = form.document_category_ids.filter((id) => documents === undefined || documents.some((one) => one.id === id))
  return isSelectionChanged(form, base) && left.length < form.document_category_ids.length ? left : null
}

/**
 * Body of a creation or of an update; the form must have no errors.
 * @param base initial values: an unchanged choice of documents is not sent, nor an unchanged model, which the settings may no longer have
 */
export function assistantBodyOf(
  { document_category_ids, model_id, ...form }: AssistantForm,
  base: DocumentSelection & Pick<AssistantForm, 'model_id'> = emptyAssistantForm,
): SentRouteBody<typeof routes.assistants.create> {
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim(),
    starters: startersIn(form.starters),
    category_id: form.category_id ?? '',
    ...(model_id !== base.model_id && { model_id }),
    ...(isSelectionChanged({ document_category_ids }, base) && { document_category_ids: [...document_category_ids] }),
  }
}
