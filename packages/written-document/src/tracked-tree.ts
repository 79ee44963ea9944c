import { diffArrays } from 'diff'
import type { DocumentBlock, InlineNode, TrackedChange } from '@parvis/markdown'
import type { VersionStep } from './compare.ts'
import { contentKey, plainText, toRichText, spansOf, type Block, type BlockContent, type RichText } from './model.ts'
import { createInlineWriter, flatBlock, itemOf, listsOfItems, nestBlocks, withEveryColumn, type FlatBlock, type ItemList } from './tree-of-blocks.ts'
import { compareRichTexts } from './words.ts'

/** Author and time, ISO 8601, of a change. */
export interface ChangeSource {
  author: string
  date: string
}

type Table = Extract<BlockContent, { kind: 'table' }>
type FlatTable = Extract<FlatBlock, { kind: 'table' }>
/** Changes of one author at one time. */
type Changes = Record<TrackedChange['kind'], TrackedChange>
type ChangedStep = Extract<VersionStep, { kind: 'changed' }>

/**
 * Converts the steps between two versions to a tree with tracked changes, which `office-writing` writes: accepting them all gives the newer version, rejecting
 * them all the older one. Words are compared inside a block; a block that changes kind, style or marker is deleted and inserted, as are code and tables
 * whose columns change.
 * @param sourceOf author and time of the change of a step
 */
export function trackedTree(steps: readonly VersionStep[], sourceOf: (step: VersionStep) => ChangeSource): DocumentBlock[] {
  const inline = createInlineWriter()
  const lists = listsOfSteps(steps)
  const flat: FlatBlock[] = []
  // A run of blocks that change form is deleted whole before it is inserted: the items of a list whose marker changes stay together.
  let inserted: FlatBlock[] = []
  for (const step of steps) {
    const changes = changesBy(sourceOf(step))
    const whole = (block: Block, kind: TrackedChange['kind']) => withChange(flatBlock(block, lists.get(block), inline), changes[kind])
    if (step.kind === 'changed' && !hasSameForm(step)) {
      flat.push(whole(step.before, 'deleted'))
      inserted.push(whole(step.after, 'inserted'))
      continue
    }
    flat.push(...inserted)
    inserted = []
    if (step.kind === 'deleted') flat.push(whole(step.before, 'deleted'))
    else if (step.kind === 'inserted') flat.push(whole(step.after, 'inserted'))
    else if (step.kind === 'same') flat.push(flatBlock(step.after, lists.get(step.after), inline))
    else flat.push(changedBlock(step, lists, { inline, changes }))
  }
  return nestBlocks([...flat, ...inserted])
}

const changesBy = ({ author, date }: ChangeSource): Changes => ({ inserted: { kind: 'inserted', author, date }, deleted: { kind: 'deleted', author, date } })

/** Whether only the words of a block changed. */
function hasSameForm({ before, after }: ChangedStep): boolean {
  if (before.kind !== after.kind) return false
  if (before.kind === 'code' || before.kind === 'rule') return false
  if (before.kind === 'table') return after.kind === 'table' && hasSameColumns(before, after)
  return formKey(before) === formKey(after)
}

const hasSameColumns = (before: Table, after: Table) =>
  withEveryColumn(before).header.length === withEveryColumn(after).header.length && before.aligns.join() === after.aligns.join()

/** Key of a block without its words. A numbered list that begins elsewhere has another form. */
const formKey = (block: Block) => contentKey({ ...block, text: '' } as Block)

/** Gives its list to each item of both versions. The list of an item that both have is that of the newer version. */
function listsOfSteps(steps: readonly VersionStep[]): Map<Block, ItemList> {
  const before = steps.flatMap((step) => ('before' in step ? [step.before] : []))
  const after = steps.flatMap((step) => ('after' in step ? [step.after] : []))
  const lists = new Map<Block, ItemList>()
  const read = (blocks: readonly Block[], prefix: string) => {
    for (const [at, list] of listsOfItems(blocks, prefix).entries()) if (list !== undefined) lists.set(blocks[at]!, list)
  }
  read(before, 'b')
  read(after, 'a')
  const newLists = new Map<string, ItemList>()
  for (const step of steps) {
    if (step.kind !== 'same' && !(step.kind === 'changed' && hasSameForm(step))) continue
    const [old, list] = [lists.get(step.before), lists.get(step.after)]
    if (old !== undefined && list !== undefined && !newLists.has(old.list)) newLists.set(old.list, list)
  }
  for (const block of before) {
    const list = newLists.get(lists.get(block)?.list ?? '')
    if (list !== undefined) lists.set(block, list)
  }
  return lists
}

/** Marks a whole block with its content. */
function withChange(block: FlatBlock, change: TrackedChange): FlatBlock {
  if (block.kind !== 'table') return { ...block, change }
  return { ...block, rowChanges: [change, ...block.rows.map(() => change)] }
}

interface BlockWriting {
  inline: ReturnType<typeof createInlineWriter>
  changes: Changes
}

const changedText = (before: RichText, after: RichText, { inline, changes }: BlockWriting): InlineNode[] =>
  compareRichTexts(before, after).flatMap(({ revision, span }) => inline.span(span, revision === 'same' ? undefined : changes[revision]))

function changedBlock({ before, after }: ChangedStep, lists: ReadonlyMap<Block, ItemList>, writing: BlockWriting): FlatBlock {
  if (before.kind === 'table' && after.kind === 'table') return changedTable(withEveryColumn(before), withEveryColumn(after), writing)
  if (after.kind === 'table' || after.kind === 'rule' || after.kind === 'code' || !('text' in before)) return flatBlock(after, lists.get(after), writing.inline)
  const content = changedText(before.text, after.text, writing)
  if (after.kind === 'item') return itemOf(after, lists.get(after)!, content)
  return { ...flatBlock({ ...after, text: '' }, undefined, writing.inline), content } as FlatBlock
}

const rowKey = (row: readonly RichText[]) => JSON.stringify(row.map((cell) => toRichText(spansOf(cell))))
const isEmptyRow = (row: readonly RichText[]) => row.every((cell) => plainText(cell) === '')
/** Number of rows deleted and inserted beyond which the rest of a table is written whole. */
const maxRowDifferences = 2_000

/** Compares two tables of the same columns: rows by their content, then, between two equal rows, cell by cell in order. */
function changedTable(before: Table, after: Table, writing: BlockWriting): FlatTable {
  const { inline, changes } = writing
  const rows: InlineNode[][][] = []
  const rowChanges: (TrackedChange | undefined)[] = []
  const cells = (old: readonly RichText[], row: readonly RichText[]) => row.map((cell, at) => changedText(old[at] ?? '', cell, writing))
  const push = (row: InlineNode[][], change?: TrackedChange) => {
    rows.push(row)
    rowChanges.push(change)
  }
  const [hadHeader, hasHeader] = [!isEmptyRow(before.header), !isEmptyRow(after.header)]
  const header = hadHeader && hasHeader ? cells(before.header, after.header) : (hadHeader ? before : after).header.map(inline)
  const headerChange = hadHeader === hasHeader ? undefined : changes[hadHeader ? 'deleted' : 'inserted']
  const [left, right] = [before.rows.map(rowKey), after.rows.map(rowKey)]
  const parts = diffArrays(left, right, { maxEditLength: maxRowDifferences }) ?? [
    { removed: true, added: false, count: left.length },
    { removed: false, added: true, count: right.length },
  ]
  let [i, j] = [0, 0]
  let deleted: (readonly RichText[])[] = []
  const closeGap = () => {
    for (const row of deleted) push(row.map(inline), changes.deleted)
    deleted = []
  }
  for (const { added, removed, count } of parts) {
    for (let at = 0; at < count; at += 1) {
      if (removed) deleted.push(before.rows[i + at]!)
      else if (!added) {
        closeGap()
        push(after.rows[j + at]!.map(inline))
      } else if (deleted.length > 0) push(cells(deleted.shift()!, after.rows[j + at]!))
      else push(after.rows[j + at]!.map(inline), changes.inserted)
    }
    if (!added) i += count
    if (!removed) j += count
  }
  closeGap()
  return { kind: 'table', aligns: after.aligns, header, rows, rowChanges: [headerChange, ...rowChanges] }
}
