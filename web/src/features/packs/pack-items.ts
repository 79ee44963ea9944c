import type { MaskingMode, PackDecision, PackDifference, PackItem, PackItemKind, PackPreview } from '@parvis/contract'
import { maskingWords } from '../../ui/words/masking-words.ts'
import { plural, quotedList } from '../../ui/words/formats.ts'
import { iconLabels } from '../../ui/Icon.tsx'

/** Chosen actions, by path of the item in the file. */
export type Decisions = Readonly<Record<string, PackDecision>>

export const kindWords: Record<PackItemKind, { one: string; many: string; title: string }> = {
  assistant_category: { one: 'catégorie d’assistants', many: 'catégories d’assistants', title: 'Catégories d’assistants' },
  document_category: { one: 'catégorie de documents', many: 'catégories de documents', title: 'Catégories de documents' },
  assistant: { one: 'assistant', many: 'assistants', title: 'Assistants' },
  prompt: { one: 'prompt', many: 'prompts', title: 'Prompts' },
}

/** Kind of an item, with its level where it asks for more than the lowest one: « assistant, niveau interne ». */
export function kindAndLevel({ kind, min_level = 1 }: Pick<PackItem, 'kind' | 'min_level'>, levelNames: readonly string[] = []): string {
  return `${kindWords[kind].one}${min_level > 1 ? `, niveau ${levelNames[min_level - 1] ?? min_level}` : ''}`
}

export const fieldWords: Record<PackDifference['field'], string> = {
  name: 'Nom',
  display_name: 'Nom dans la bibliothèque',
  description: 'Description',
  prompt_content: 'Instructions',
  starters: 'Questions proposées',
  category: 'Catégorie',
  document_categories: 'Documents de l’assistant',
  icon: 'Icône',
  content: 'Contenu',
  min_level: 'Niveau demandé',
  model: 'Modèle préféré',
  model_choice: 'Choix du modèle',
  masking: 'Données personnelles',
  test_cases: 'Cas de contrôle',
}

/** Accessible name of one side of a difference, for people who do not see the two sides together. */
export const sideLabel = (name: string, field: PackDifference['field'], side: string): string => `${name}, ${side.toLowerCase()}\u00a0: ${fieldWords[field]}`

/** Text of a field value, in French where the value is a code. @param levelNames names of the levels; a level without a name keeps its number */
export function valueWords(field: PackDifference['field'], value: string, levelNames: readonly string[] = []): string {
  if (field === 'icon') return (iconLabels as Record<string, string>)[value] ?? value
  if (field === 'min_level') return `Niveau\u00a0${levelNames[Number(value) - 1] ?? value}`
  if (field === 'model') return value || 'Aucune préférence'
  if (field === 'masking') return maskingWords[value as MaskingMode] ?? 'Selon les réglages'
  if (field === 'model_choice') return value === 'true' ? 'Laissé à la personne' : 'Fixé par l’assistant'
  return value
}

export const itemsIn = ({ items }: Pick<PackPreview, 'items'>, state: PackItem['state']): PackItem[] => items.filter((item) => item.state === state)

/** Returns the action for an item: the chosen one, else « create » for a new item and « ignore » for a different one. */
export function decisionOf({ path, state }: PackItem, decisions: Decisions): PackDecision {
  return decisions[path] ?? (state === 'new' ? 'create' : 'ignore')
}

/** Applies one action to all the given items. */
export function decideAll(items: readonly PackItem[], action: PackDecision, decisions: Decisions): Decisions {
  return { ...decisions, ...Object.fromEntries(items.map(({ path }) => [path, action])) }
}

/** Counts the items that the import will write. */
export function writtenCount(preview: PackPreview, decisions: Decisions): number {
  return preview.items.filter((item) => item.state !== 'identical' && decisionOf(item, decisions) !== 'ignore').length
}

/** « 2 assistants, 1 prompt » */
export function countWords(items: readonly PackItem[]): string {
  const kinds = Object.keys(kindWords) as PackItemKind[]
  return kinds
    .map((kind) => ({ ...kindWords[kind], count: items.filter((item) => item.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => plural(count, one, many))
    .join(', ')
}

/** Sentence about the document categories that the assistants of a pack query and that do not exist here. */
export function leftOutSentence(names: readonly string[]): string {
  return names.length === 1
    ? `La catégorie de documents ${quotedList(names)} n’existe pas ici\u00a0: les assistants qui l’interrogent s’importent sans elle.`
    : `Les catégories de documents ${quotedList(names)} n’existent pas ici\u00a0: les assistants qui les interrogent s’importent sans elles.`
}

/** Sentence about the preferred models of the assistants of a pack that do not exist here. */
export function missingModelSentence(labels: readonly string[]): string {
  return labels.length === 1
    ? `Le modèle ${quotedList(labels)} n’existe pas ici\u00a0: les assistants qui le préfèrent s’importent sans préférence.`
    : `Les modèles ${quotedList(labels)} n’existent pas ici\u00a0: les assistants qui les préfèrent s’importent sans préférence.`
}

type ImportCounts = Record<'created' | 'replaced' | 'renamed' | 'ignored' | 'unchanged', number> & { left_out: readonly string[] }

/** Sentence about the result of an import, with a second one when categories were missing. */
export function resultSentence(counts: ImportCounts): string {
  const parts = [
    counts.created > 0 && plural(counts.created, 'élément créé', 'éléments créés'),
    counts.replaced > 0 && plural(counts.replaced, 'remplacé'),
    counts.renamed > 0 && plural(counts.renamed, 'ajouté sous un autre nom', 'ajoutés sous un autre nom'),
    counts.ignored > 0 && plural(counts.ignored, 'ignoré'),
    counts.unchanged > 0 && plural(counts.unchanged, 'déjà identique', 'déjà identiques'),
  ].filter((part) => part !== false)
  if (counts.created + counts.replaced + counts.renamed === 0) return `Rien n’a changé\u00a0: ${parts.join(', ') || 'le pack est vide'}.`
  return [`Le pack est importé\u00a0: ${parts.join(', ')}.`, ...(counts.left_out.length > 0 ? [leftOutSentence(counts.left_out)] : [])].join(' ')
}
