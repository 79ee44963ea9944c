import { toRichText, withId, type BlockContent, type Span } from '@parvis/written-document'
import { Fragment, Slice, type Node, type NodeType } from 'prosemirror-model'
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { inlineOfText, nodeOfBlock } from '../model/conversion.ts'
import { schema } from '../model/schema.ts'
import { readHtml, type Dropped, type PastedText } from './html-blocks.ts'
import { parseHtml, renameStyles } from './html-node.ts'

/** Plugin that reads what is pasted from Word, LibreOffice or a page. @param onDropped called with the sentence that says what was left out */
export const pasteHtml = (onDropped: (sentence: string) => void): Plugin =>
  new Plugin({
    props: {
      // The library parses what is pasted before `handlePaste`.
      transformPastedHTML: renameStyles,
      handlePaste(view, event) {
        const html = event.clipboardData?.getData('text/html') ?? ''
        const hasText = (event.clipboardData?.getData('text/plain') ?? '') !== ''
        if (html === '' && !hasText && (event.clipboardData?.files.length ?? 0) > 0) {
          onDropped(droppedSentence(new Set(['images'])))
          return true
        }
        // What was copied here has the form of the schema, and code takes plain text: both are read by the library.
        if (html === '' || html.includes('data-pm-slice') || view.state.selection.$from.parent.type.spec.code) return false
        const pasted = readHtml(parseHtml(html))
        if (pasted.blocks.length === 0 && pasted.dropped.size === 0) return false
        if (pasted.blocks.length > 0) view.dispatch(insertPasted(view.state, pasted).scrollIntoView())
        if (pasted.dropped.size > 0) onDropped(droppedSentence(pasted.dropped))
        return true
      },
    },
  })

/** Transaction that inserts a pasted text: in the line of the caret if it is one, in a cell as lines, otherwise as blocks. */
export function insertPasted(state: EditorState, { blocks, isInline }: PastedText): Transaction {
  const tr = state.tr.setMeta('paste', true).setMeta('uiEvent', 'paste')
  if (isInline || isInTable(state)) return tr.replaceSelection(new Slice(lines(blocks), 0, 0))
  // The caret cannot leave a table that ends the text.
  const rest: readonly BlockContent[] = blocks.at(-1)?.kind === 'table' ? [{ kind: 'paragraph', style: 'body', text: '' }] : []
  const nodes = [...blocks, ...rest].map((block) => nodeOfBlock(withId(block)))
  const isInText = state.selection.$from.parent.isTextblock && state.selection.$from.parent.content.size > 0
  const open = (node: Node | undefined) => (isInText && node !== undefined && isBodyText(node) ? 1 : 0)
  return tr.replaceSelection(new Slice(Fragment.from(nodes), open(nodes[0]), open(nodes.at(-1))))
}

const isBodyText = (node: Node) => node.type === (schema.nodes as Record<string, NodeType>)['paragraph'] && node.attrs['style'] === 'body'

/** Blocks as one text, for a place that has no block. */
function lines(blocks: readonly BlockContent[]): Fragment {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'rule') return []
    return block.kind === 'table' ? [block.header, ...block.rows].flat().filter((text) => text !== '') : [block.text]
  })
  const spans = texts.flatMap((text, index): Span[] => [...(index === 0 ? [] : [{ text: '\n' }]), ...(typeof text === 'string' ? [{ text }] : text)])
  return inlineOfText(toRichText(spans))
}

const droppedNames: Record<Dropped, string> = {
  images: 'les images',
  nestedTables: 'les tableaux dans un tableau (leur texte est gardé)',
  mergedCells: 'les cellules fusionnées (leur texte est dans la première)',
  links: 'les adresses qui ne sont ni du web ni de courriel',
  objects: 'les objets insérés',
}

const conjunction = new Intl.ListFormat('fr', { type: 'conjunction' })

function droppedSentence(dropped: ReadonlySet<Dropped>): string {
  return `Le document n’a pas pu reprendre ce qui suit\u00a0: ${conjunction.format([...dropped].map((one) => droppedNames[one]))}.`
}
