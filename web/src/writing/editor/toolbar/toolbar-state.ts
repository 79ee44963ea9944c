import { redoDepth, undoDepth } from 'prosemirror-history'
import type { EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { selectedBlocks, type TextKind } from '../model/commands.ts'
import { schema } from '../model/schema.ts'
import { countBlanks } from '../plugins/blanks.ts'

/** State of the toolbar, derived from that of the editor. */
export interface ToolbarState {
  /** Key of the kind of the selected blocks; null when they differ. */
  kind: string | null
  /** Names of the marks of the selection, joined: compared as one string. */
  marks: string
  isInTable: boolean
  canUndo: boolean
  canRedo: boolean
  blankCount: number
}

/** Key of a kind of text, as the list of styles names it. */
export const kindKey = (kind: TextKind): string =>
  'style' in kind ? kind.style : 'marker' in kind ? kind.marker : 'level' in kind ? `title${kind.level}` : kind.kind

export function toolbarStateOf(state: EditorState): ToolbarState {
  const { from, to, empty, $from } = state.selection
  const kinds = new Set(selectedBlocks(state).map(({ node }) => kindKey({ kind: node.type.name.replace('_block', ''), ...node.attrs } as never)))
  const stored = state.storedMarks ?? $from.marks()
  const marks = Object.values(schema.marks).filter((type) => (empty ? type.isInSet(stored) : state.doc.rangeHasMark(from, to, type)))
  return {
    kind: kinds.size === 1 ? [...kinds][0]! : null,
    marks: marks.map(({ name }) => name).join(' '),
    isInTable: isInTable(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    blankCount: countBlanks(state),
  }
}

export const isSameToolbar = (left: ToolbarState, right: ToolbarState): boolean =>
  (Object.keys(left) as (keyof ToolbarState)[]).every((name) => left[name] === right[name])
