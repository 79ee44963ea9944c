import type { Proposal, WrittenBlock } from '@parvis/contract'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import styles from './Editor.module.css'
import { createState, type EditorActions } from './create-state.ts'
import { applyBlocks, external } from './model/apply-blocks.ts'
import { selectedBlocks } from './model/commands.ts'
import { blocksOfDoc } from './model/conversion.ts'
import { proposalsMeta } from './plugins/proposal-marks.ts'
import { isSameToolbar, toolbarStateOf, type ToolbarState } from './toolbar/toolbar-state.ts'

export interface WrittenEditorProps {
  /** Present text. A new array with another content replaces the text; the selection stays where its block stays. */
  blocks: readonly WrittenBlock[]
  isReadOnly: boolean
  /** Proposals; the open ones are drawn in the text. */
  proposals: readonly Proposal[]
  /** Called at each change by the person. */
  onBlocks: (blocks: WrittenBlock[]) => void
  /** Called with the ids of the blocks that the selection touches; none for a caret. */
  onSelection: (blockIds: string[]) => void
}

/** View of the text, and the state of its toolbar. */
interface EditorScreen {
  view: EditorView
  toolbar: ToolbarState
}

export const textId = (id: string): string => `${id}-text`
export const keysId = (id: string): string => `${id}-keys`

/**
 * View of the editor, in the element `frame`. The text of the props replaces that of the view when it comes from elsewhere; the changes by the person go to
 * `onBlocks`.
 * @param id prefix of the HTML ids of the editor
 */
export function useEditorView(
  id: string,
  { blocks, isReadOnly, proposals, onBlocks, onSelection }: WrittenEditorProps,
  actions: EditorActions,
): { frame: RefObject<HTMLDivElement | null>; screen: EditorScreen | null } {
  const frame = useRef<HTMLDivElement>(null)
  /** Blocks of the last change of either side: the same array coming back changes nothing. */
  const known = useRef<readonly WrittenBlock[]>(blocks)
  const [screen, setScreen] = useState<EditorScreen | null>(null)
  const emit = useEffectEvent((next: WrittenBlock[]) => onBlocks(next))
  const select = useEffectEvent((ids: string[]) => onSelection(ids))
  const isEditable = useEffectEvent(() => !isReadOnly)
  const attributes = useEffectEvent(() => attributesOf(id, isReadOnly))
  const act = useEffectEvent(() => actions)

  useEffect(() => {
    const view = new EditorView(frame.current, {
      state: createState(known.current, {
        openSpan: (one) => act().openSpan(one),
        editLink: (one) => act().editLink(one),
        insertNote: (one) => act().insertNote(one),
        onDropped: (sentence) => act().onDropped(sentence),
      }),
      editable: () => isEditable(),
      attributes: attributes(),
      dispatchTransaction(tr) {
        const before = view.state
        const { state, transactions } = before.applyTransaction(tr)
        view.updateState(state)
        if (transactions.some(({ docChanged }) => docChanged) && tr.getMeta(external) !== true) {
          const next = blocksOfDoc(state.doc) as WrittenBlock[]
          known.current = next
          emit(next)
        }
        if (!state.selection.eq(before.selection)) select(state.selection.empty ? [] : selectedBlocks(state).map(({ node }) => node.attrs['id'] as string))
        const toolbar = toolbarStateOf(state)
        setScreen((current) => (current?.view === view && isSameToolbar(current.toolbar, toolbar) ? current : { view, toolbar }))
      },
      handleClickOn: (one, _position, node, _nodePosition, event) => node.type.name === 'note' && event.button === 0 && act().openSpan(one),
    })
    // An empty transaction shows the toolbar.
    view.dispatch(view.state.tr)
    return () => view.destroy()
  }, [])

  const view = screen?.view ?? null
  useEffect(() => void view?.setProps({ attributes: attributesOf(id, isReadOnly) }), [view, isReadOnly, id])
  useEffect(() => {
    if (view === null || blocks === known.current) return undefined
    const apply = () => {
      const tr = applyBlocks(view.state, blocks)
      known.current = blocks
      if (tr !== null) view.dispatch(tr)
    }
    if (!view.composing) return void apply()
    // A change in the middle of an accent being composed would lose it.
    view.dom.addEventListener('compositionend', apply, { once: true })
    return () => view.dom.removeEventListener('compositionend', apply)
  }, [view, blocks])
  useEffect(() => {
    view?.dispatch(view.state.tr.setMeta(proposalsMeta, proposals).setMeta('addToHistory', false))
  }, [view, proposals])
  return { frame, screen }
}

const attributesOf = (id: string, isReadOnly: boolean): Record<string, string> => ({
  id: textId(id),
  class: styles['text'] ?? '',
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': 'Texte du document',
  'aria-describedby': keysId(id),
  ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
  lang: 'fr',
  spellcheck: 'true',
})
