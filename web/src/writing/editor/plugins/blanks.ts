import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { Decoration, type DecorationSet } from 'prosemirror-view'
import { decorateAll, updateDecorations } from './changed-blocks.ts'

const blanksKey = new PluginKey<DecorationSet>('blanks')

/** Pattern of a blank: « [À COMPLÉTER] », with or without what it asks for. */
const blank = /\[(?:à|a) compl[ée]ter[^\][\n]{0,200}\]/giu

/** Plugin that draws the blanks to fill in, which Tab walks. */
export const blanks = (): Plugin<DecorationSet> =>
  new Plugin({
    key: blanksKey,
    state: {
      init: (_, { doc }) => decorateAll(doc, decorate),
      apply: (tr, set) => updateDecorations(tr, set, decorate),
    },
    props: { decorations: (state) => blanksKey.getState(state) },
  })

function decorate(node: Node, position: number): Decoration[] {
  if (node.isTextblock) return blanksOf(node, position + 1)
  const found: Decoration[] = []
  node.descendants((child, offset) => {
    if (child.isTextblock) found.push(...blanksOf(child, position + offset + 2))
    return !child.isTextblock
  })
  return found
}

/** @param start position of the content of the block */
function blanksOf(node: Node, start: number): Decoration[] {
  const text = node.textBetween(0, node.content.size, undefined, '\n')
  // Sought only where a bracket is: a block may have 200,000 characters.
  if (!text.includes('[')) return []
  return [...text.matchAll(blank)].map((match) => Decoration.inline(start + match.index, start + match.index + match[0].length, { 'data-blank': '' }))
}

/** Number of blanks of the document. */
export const countBlanks = (state: EditorState): number => blanksKey.getState(state)?.find().length ?? 0

/** Selects the blank after the selection, or before it. @param isWalk only from a blank, so that Tab leaves the editor elsewhere; otherwise goes around */
export const goToBlank =
  (direction: 1 | -1, isWalk: boolean): Command =>
  (state, dispatch) => {
    const all = (blanksKey.getState(state)?.find() ?? []).toSorted((a, b) => a.from - b.from)
    const { from, to } = state.selection
    if (isWalk && !isOnBlank(state)) return false
    const next = direction === 1 ? all.find((one) => one.from >= to && one.from > from) : all.findLast((one) => one.to <= from)
    const target = next ?? (isWalk ? undefined : all[0])
    if (target === undefined) return false
    dispatch?.(
      state.tr
        .setSelection(TextSelection.create(state.doc, target.from, target.to))
        .scrollIntoView()
        .setMeta(walked, true),
    )
    return true
  }

/** `meta` of a transaction that goes from one blank to another: what was written in the last one stays part of the walk. */
const walked = 'parvis.walked'

/** Positions of the blank that Tab selected last, which its text may have replaced. */
const walkKey = new PluginKey<Range | null>('walk')

interface Range {
  from: number
  to: number
}

/** Plugin that remembers the blank being filled in: Tab, after its text is written, goes to the next one. */
export const blankWalk = (): Plugin<Range | null> =>
  new Plugin<Range | null>({
    key: walkKey,
    state: {
      init: () => null,
      apply(tr, before) {
        const { from, to } = tr.selection
        if (tr.getMeta(walked)) return { from, to }
        if (before === null) return null
        const range = { from: tr.mapping.map(before.from, -1), to: tr.mapping.map(before.to, 1) }
        return from >= range.from && to <= range.to ? range : null
      },
    },
  })

const isOnBlank = (state: EditorState): boolean => {
  const { from, to } = state.selection
  const walk = walkKey.getState(state)
  if (walk) return true
  return (blanksKey.getState(state)?.find(from, to) ?? []).some((one) => one.from <= from && one.to >= to)
}
