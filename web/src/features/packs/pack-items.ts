import type { PackAction, PackDifference, PackItem, PackItemKind, PackPreview } from '@parvis/contract'
import { plural } from '../../ui/words/formats.ts'
import { quotedList } from '../../ui/words/quoted-list.ts'
import { iconLabels } from '../../ui/Icon.tsx'

/** By the place of the item in the file. */
export type Decisions = Readonly<Record<string, PackAction>>

export const kindWords: Record<PackItemKind, { one: string; many: string; title: string }> = {
  assistant_category: { one: 'catégorie d’assistants', many: 'catégories d’assistants', title: 'Catégories d’assistants' },
  document_category: { one: 'catégorie de documents', many: 'catégories de documents', title: 'Catégories de documents' },
  assistant: { one: 'assistant', many: 'assistants', title: 'Assistants' },
  prompt: { one: 'prompt', many: 'prompts', title: 'Prompts' },
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
}

/** What names one of the two texts of a difference, to who does not see them side by side. */
export const sideLabel = (name: string, field: PackDifference['field'], side: string): string => `${name}, ${side.toLowerCase()}\u00a0: ${fieldWords[field]}`

/** A value as people read it: an icon by its French name. */
export function valueWords(field: PackDifference['field'], value: string): string {
  return field === 'icon' ? ((iconLabels as Record<string, string>)[value] ?? value) : value
}

export const itemsIn = ({ items }: Pick<PackPreview, 'items'>, state: PackItem['state']): PackItem[] => items.filter((item) => item.state === state)

/** What is done with an item unless it is chosen otherwise: the new is created, what differs is left alone. */
export function decisionOf({ path, state }: PackItem, decisions: Decisions): PackAction {
  return decisions[path] ?? (state === 'new' ? 'create' : 'ignore')
}

/** The same choice for all that differs. */
export function decideAll(items: readonly PackItem[], action: PackAction, decisions: Decisions): Decisions {
  return { ...decisions, ...Object.fromEntries(items.map(({ path }) => [path, action])) }
}

/** How many items the import will write. */
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

/** Categories of documents that assistants of a pack ask, and that are nowhere. */
export function leftOutSentence(names: readonly string[]): string {
  return names.length === 1
    ? `La catégorie de documents ${quotedList(names)} n’existe pas ici\u00a0: les assistants qui l’interrogent s’importent sans elle.`
    : `Les catégories de documents ${quotedList(names)} n’existent pas ici\u00a0: les assistants qui les interrogent s’importent sans elles.`
}

type Counts = Record<'created' | 'replaced' | 'renamed' | 'ignored' | 'unchanged', number> & { left_out: readonly string[] }

/** What an import did, in a sentence; in two where something was missing. */
export function resultSentence(counts: Counts): string {
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
