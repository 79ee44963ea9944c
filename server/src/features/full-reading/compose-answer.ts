import type { Source } from '@parvis/contract'
import { asPlainText } from '../chat/fenced-text.ts'
import { mergeNotes, parseNotes, type ReadingNote } from './notes/notes.ts'
import { pagesOfPart, type ReadingPart } from './parts/parts.ts'
import type { PartOutcome } from './parts/read-parts.ts'

/** Parts of one document, with their outcomes. */
type PartsOfDocument = { document: string; parts: { part: ReadingPart; outcome: PartOutcome }[] }

function byDocument(parts: readonly ReadingPart[], outcomes: readonly PartOutcome[]): PartsOfDocument[] {
  const partsByDocument = new Map<string, PartsOfDocument>()
  for (const [index, part] of parts.entries()) {
    if (!partsByDocument.has(part.document_id)) partsByDocument.set(part.document_id, { document: part.document, parts: [] })
    partsByDocument.get(part.document_id)!.parts.push({ part, outcome: outcomes[index]! })
  }
  return [...partsByDocument.values()]
}

const nothingFound = 'Rien de ce qui a été lu ne répond à cette demande.'

/**
 * Composes the reply of a `gather` task: the notes of the parts, in order, without another model call that could lose some. Exact duplicates are merged,
 * with all their pages.
 */
export function composeGathered(parts: readonly ReadingPart[], outcomes: readonly PartOutcome[], isTable: boolean): string {
  const documents = byDocument(parts, outcomes).map(({ document, parts: ownParts }) => ({
    document,
    notes: mergeNotes(ownParts.flatMap(({ part, outcome }) => ('notes' in outcome ? parseNotes(outcome.notes, part.pages) : []))),
  }))
  const withNotes = documents.filter(({ notes }) => notes.length > 0)
  if (withNotes.length === 0) return nothingFound
  const count = withNotes.reduce((sum, { notes }) => sum + notes.length, 0)
  return [
    `${count.toLocaleString('fr-FR')}\u00a0${count > 1 ? 'éléments relevés' : 'élément relevé'}, dans l’ordre du texte\u00a0:`,
    ...withNotes.flatMap(({ document, notes }) => [...(documents.length > 1 ? [`### ${asPlainText(document)}`] : []), isTable ? table(notes) : list(notes)]),
  ].join('\n\n')
}

const citations = (numbers: readonly number[]): string => numbers.map((number) => `[${number}]`).join('')
const list = (notes: readonly ReadingNote[]): string => notes.map(({ text, numbers }) => `- ${[text, citations(numbers)].filter(Boolean).join(' ')}`).join('\n')

function table(notes: readonly ReadingNote[]): string {
  const rows = notes.map(({ text, numbers }) => {
    const [item = '', value = '', ...otherCells] = text.split('|').map((cell) => cell.trim())
    return `| ${item} | ${value} | ${otherCells.join(' — ')} | ${citations(numbers)} |`
  })
  return ['| Élément | Valeur | Précision | Source |', '|---|---|---|---|', ...rows].join('\n')
}

/** Composes the reply of a `transform` task: the transformed parts in order, with a mention in place of each missing part. */
export function composeTransformed(parts: readonly ReadingPart[], outcomes: readonly PartOutcome[]): string {
  const documents = byDocument(parts, outcomes)
  return documents
    .flatMap(({ document, parts: documentParts }) => [
      ...(documents.length > 1 ? [`### ${asPlainText(document)}`] : []),
      ...documentParts.map(({ part, outcome }) => ('notes' in outcome ? outcome.notes : `*(Il manque ici\u00a0: ${pagesOfPart(part)}.)*`)),
    ])
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Returns the sources of a transformed text: the first page of each document, numbered after all the pages so that no number in the text refers to them. */
export function transformedSources(pages: readonly Source[]): Source[] {
  const firsts = pages.filter(({ document_id }, index) => pages.findIndex((page) => page.document_id === document_id) === index)
  return firsts.map((page, index) => ({ ...page, number: pages.length + 1 + index }))
}
