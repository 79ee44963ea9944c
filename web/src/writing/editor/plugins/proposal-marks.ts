import type { Proposal } from '@parvis/contract'
import { blockText, compareRichTexts, contentKey, isNote, type Block, type RevisedSpan, type RichText } from '@parvis/written-document'
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { blocksOfDoc } from '../model/conversion.ts'

interface ProposalMarks {
  proposals: readonly Proposal[]
  set: DecorationSet
}

const marksKey = new PluginKey<ProposalMarks>('proposals')

/** `meta` of a transaction that gives other proposals: an array of `Proposal`. */
export const proposalsMeta = 'parvis.proposals'

/** Plugin that draws the open proposals: what they insert is underlined and begins with « + », what they delete is struck and begins with « − ». */
export const proposalMarks = (): Plugin<ProposalMarks> =>
  new Plugin<ProposalMarks>({
    key: marksKey,
    state: {
      init: () => ({ proposals: [], set: DecorationSet.empty }),
      apply(tr, before) {
        const given = tr.getMeta(proposalsMeta) as readonly Proposal[] | undefined
        const proposals = given ?? before.proposals
        if (proposals.length === 0) return { proposals, set: DecorationSet.empty }
        if (given === undefined && !tr.docChanged) return before
        return { proposals, set: DecorationSet.create(tr.doc, decorate(tr.doc, proposals)) }
      },
    },
    props: { decorations: (state) => marksKey.getState(state)?.set },
  })

/** Decorations of the open proposals. */
export const proposalDecorations = (state: EditorState): Decoration[] => marksKey.getState(state)?.set.find() ?? []

interface Placed {
  node: Node
  position: number
  block: Block
}

function decorate(doc: Node, proposals: readonly Proposal[]): Decoration[] {
  const blocks = new Map<string, Placed>()
  const present = blocksOfDoc(doc)
  doc.forEach((node, position, index) => void blocks.set(node.attrs['id'] as string, { node, position, block: present[index]! }))
  return proposals.filter(({ state }) => state === 'open').flatMap((proposal) => decorateProposal(proposal, blocks))
}

function decorateProposal(proposal: Proposal, blocks: ReadonlyMap<string, Placed>): Decoration[] {
  const { id, kind, before_blocks, after_blocks, above } = proposal
  const targets = before_blocks.flatMap((block) => blocks.get(block.id) ?? [])
  if (kind === 'insert') {
    const aboveBlock = above === null ? null : blocks.get(above)
    if (aboveBlock === undefined) return []
    return [insertedBlocks(id, aboveBlock === null ? 0 : aboveBlock.position + aboveBlock.node.nodeSize, after_blocks)]
  }
  const [target] = targets
  const [before] = before_blocks
  const [after] = after_blocks
  const isOneText = targets.length === 1 && after_blocks.length === 1 && target!.node.isTextblock && 'text' in after! && before!.kind === after.kind
  if (kind === 'replace' && isOneText && contentKey(target!.block) === contentKey(before!)) return decorateWords(id, target!, after as TextBlock)
  const last = targets.at(-1)
  const deleted = targets.map(({ node, position }) => Decoration.node(position, position + node.nodeSize, { 'data-deleted': 'block', 'data-proposal': id }))
  return last === undefined || after_blocks.length === 0 ? deleted : [...deleted, insertedBlocks(id, last.position + last.node.nodeSize, after_blocks)]
}

type TextBlock = Extract<Block, { text: RichText }>

/** Words of one text, compared. Positions count characters: a line break and a note are one each. */
function decorateWords(id: string, { node, position, block }: Placed, after: TextBlock): Decoration[] {
  const found: Decoration[] = []
  let at = position + 1
  const end = position + node.nodeSize - 1
  for (const part of compareRichTexts((block as TextBlock).text, after.text)) {
    if (part.revision === 'inserted')
      found.push(Decoration.widget(at, () => inserted('span', id, [wordsOf(part)]), { side: 1, key: `${id} ${at} ${wordsOf(part)}` }))
    else {
      const next = Math.min(end, at + lengthOf(part))
      if (part.revision === 'deleted') found.push(Decoration.inline(at, next, { nodeName: 'del', 'data-proposal': id }))
      at = next
    }
  }
  return found
}

const wordsOf = ({ span }: RevisedSpan): string => (isNote(span) ? '[note]' : span.text)
const lengthOf = ({ span }: RevisedSpan): number => (isNote(span) ? 1 : span.text.length)

const insertedBlocks = (id: string, position: number, blocks: readonly Block[]): Decoration => {
  const texts = blocks.map(blockText)
  return Decoration.widget(position, () => inserted('div', id, texts), { side: 1, key: `${id} ${texts.join('\n')}` })
}

function inserted(tag: 'div' | 'span', id: string, texts: readonly string[]): HTMLElement {
  const frame = document.createElement(tag)
  frame.dataset['proposal'] = id
  frame.contentEditable = 'false'
  frame.append(
    ...texts.map((text) => {
      const line = document.createElement('ins')
      line.textContent = text
      return line
    }),
  )
  return frame
}
