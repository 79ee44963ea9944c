import { blockText, contentKey, contentOf, newBlockId, plainText, withId, type Block, type BlockContent } from '../model.ts'
import { blocksOfMarkdown } from '../tree.ts'
import { keepTypography } from '../words.ts'
import type { MarkedChange, ParsedAnswer } from './parse-marks.ts'

/** Change proposed to a document. `before` are the blocks as they were sent to the model. */
export type PlacedProposal =
  | { kind: 'replace'; before: Block[]; after: Block[] }
  /** `above`: blocks above the insertion, nearest first; the insertion follows the first of them that still exists. `isFirst`: none is above it. */
  | { kind: 'insert'; above: string[]; isFirst: boolean; after: Block[] }
  | { kind: 'delete'; before: Block[] }

/** Blocks above an insertion that are kept as its anchors. */
const maxAnchors = 20

export type UnplacedReason = 'unclosed' | 'unreadable' | 'empty' | 'unknown_block' | 'outside_selection' | 'overlap' | 'unchanged'

/** Change that could not be placed: it is shown, and never applied. */
export interface UnplacedProposal {
  kind: 'unplaced'
  reason: UnplacedReason
  markdown: string
}

/**
 * Ties the changes of an answer to the blocks of the version that was sent.
 * @param selection ids of the blocks that may change; null, all
 */
export function placeChanges(
  changes: ParsedAnswer['changes'],
  blocks: readonly Block[],
  selection: ReadonlySet<string> | null,
): (PlacedProposal | UnplacedProposal)[] {
  const touched = new Set<string>()
  const inserted = new Map<number, string[]>()
  return changes.map((change): PlacedProposal | UnplacedProposal => {
    if (change.kind === 'unread') return { kind: 'unplaced', reason: change.reason, markdown: change.markdown }
    const unplaced = (reason: UnplacedReason): UnplacedProposal => ({ kind: 'unplaced', reason, markdown: describe(change) })
    if (change.kind === 'insert') {
      if (change.after > blocks.length) return unplaced('unknown_block')
      const neighbours = [blocks[change.after - 1], blocks[change.after]]
      if (selection !== null && !neighbours.some((block) => block !== undefined && selection.has(block.id))) return unplaced('outside_selection')
      const after = readContents(change.markdown).map((content) => withId(content))
      if (after.length === 0) return unplaced('empty')
      const earlier = inserted.get(change.after) ?? []
      inserted.set(change.after, [after.at(-1)!.id, ...earlier])
      const above = blocks.slice(Math.max(0, change.after - maxAnchors), change.after).map(({ id }) => id)
      return { kind: 'insert', above: [...earlier, ...above.toReversed()], isFirst: change.after <= maxAnchors, after }
    }
    const { first, last } = change
    if (first < 1 || last > blocks.length || first > last) return unplaced('unknown_block')
    const before = blocks.slice(first - 1, last)
    if (selection !== null && before.some(({ id }) => !selection.has(id))) return unplaced('outside_selection')
    if (before.some(({ id }) => touched.has(id))) return unplaced('overlap')
    if (change.kind === 'delete') {
      for (const { id } of before) touched.add(id)
      return { kind: 'delete', before: [...before] }
    }
    const after = replacing(before, readContents(change.markdown))
    if (after.length === 0) return unplaced('empty')
    if (after.length === before.length && after.every((block, at) => contentKey(block) === contentKey(before[at]!))) return unplaced('unchanged')
    for (const { id } of before) touched.add(id)
    return { kind: 'replace', before: [...before], after }
  })
}

function describe(change: MarkedChange): string {
  if (change.kind === 'insert') return `@@ insérer après ${change.after}\n${change.markdown}\n@@ fin`
  const range = change.first === change.last ? String(change.first) : `${change.first}-${change.last}`
  return change.kind === 'delete' ? `@@ supprimer ${range}` : `@@ remplacer ${range}\n${change.markdown}\n@@ fin`
}

/** Pattern of a heading with its level, or of a fence. */
const headingLine = /^ {0,3}(?:(#{1,6})\s|(`{3,}|~{3,}))/gm

/** Reads a change. Headings keep the level that the model writes, since it reads those of the document. */
function readContents(markdown: string): BlockContent[] {
  const contents = blocksOfMarkdown(markdown)
  const found = [...markdown.matchAll(headingLine)]
  const levels = found.map(([, hashes]) => hashes?.length ?? 0)
  if (found.some(([, , fence]) => fence !== undefined) || levels.length !== contents.filter(({ kind }) => kind === 'heading').length) return contents
  return contents.map((content) => (content.kind === 'heading' ? { ...content, level: levels.shift()! } : content))
}

/** Gives new contents the ids of the blocks that they replace, one by one; further ones get new ids. */
function replacing(before: readonly Block[], contents: readonly BlockContent[]): Block[] {
  return contents.map((content, at) => {
    const old = before[at]
    if (old === undefined) return withId(content, newBlockId())
    return withId(contents.length === before.length ? likeBlock(old, content) : content, old.id)
  })
}

/**
 * Gives a new content the form of the block that it replaces. A plain paragraph in answer to a heading, an item or a quotation is its new text: models drop
 * the marks of the form. Words keep the typography of the former text.
 */
function likeBlock(old: Block, content: BlockContent): BlockContent {
  if (content.kind === 'table' || content.kind === 'rule' || content.kind === 'code') return content
  const text = typeof content.text === 'string' && 'text' in old ? keepTypography(plainText(old.text), content.text) : content.text
  const isPlain = content.kind === 'paragraph' && content.style === 'body'
  if (content.kind === 'item' && old.kind === 'item') return { ...contentOf(old), text } as BlockContent
  if (!isPlain && content.kind !== old.kind) return { ...content, text }
  if (old.kind === 'table' || old.kind === 'rule' || old.kind === 'code') return { ...content, text }
  // What only typography changed keeps its marks too.
  if (isPlain && text === plainText(old.text)) return contentOf(old)
  return old.kind === 'heading' && content.kind === 'heading' ? { ...content, text } : ({ ...contentOf(old), text } as BlockContent)
}

export type Application = { kind: 'applied'; blocks: Block[] } | { kind: 'conflict'; changed: string[] }

/**
 * Applies a proposal to the present document. It is a conflict when a block that it changes is no longer as it was sent, or does not exist. An insertion
 * is a conflict when none of the blocks above it exists any more.
 * @param edited content that the person gives instead of that of the proposal, a deletion too
 */
export function applyProposal(blocks: readonly Block[], proposal: PlacedProposal, edited?: readonly Block[]): Application {
  const after = [...(edited ?? (proposal.kind === 'delete' ? [] : proposal.after))]
  if (proposal.kind === 'insert') {
    const positions = new Map(blocks.map(({ id }, index) => [id, index]))
    const anchor = proposal.above.find((id) => positions.has(id))
    if (anchor === undefined && !proposal.isFirst) return { kind: 'conflict', changed: proposal.above.slice(0, 1) }
    const at = anchor === undefined ? 0 : positions.get(anchor)! + 1
    return { kind: 'applied', blocks: insertedAt(blocks, at, 0, after) }
  }
  const start = blocks.findIndex(({ id }) => id === proposal.before[0]!.id)
  const changed = proposal.before.filter((old, at) => {
    const block = start === -1 ? undefined : blocks[start + at]
    return block === undefined || block.id !== old.id || contentKey(block) !== contentKey(old)
  })
  if (changed.length > 0) return { kind: 'conflict', changed: changed.map(({ id }) => id) }
  return { kind: 'applied', blocks: insertedAt(blocks, start, proposal.before.length, after) }
}

function insertedAt(blocks: readonly Block[], at: number, deleted: number, inserted: readonly Block[]): Block[] {
  const rest = [...blocks.slice(0, at), ...blocks.slice(at + deleted)]
  const ids = new Set(rest.map(({ id }) => id))
  // An id that the document already has, because the same proposal was applied and undone elsewhere, is made new.
  const fresh = inserted.map((block) => (ids.has(block.id) ? withId(contentOf(block)) : block))
  return [...rest.slice(0, at), ...fresh, ...rest.slice(at)]
}

/** Text of the blocks of one side of a proposal, one block per line. */
export const proposalText = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n')
