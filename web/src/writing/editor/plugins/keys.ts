import { chainCommands, baseKeymap, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Command, Plugin } from 'prosemirror-state'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { EditorView } from 'prosemirror-view'
import { backspace, enter, indent, lineBreak, moveBlocks, setKind, stayInCellAtEnd, toggleList } from '../model/commands.ts'
import { schema } from '../model/schema.ts'
import { nextCell, previousCell } from '../model/tables.ts'
import { goToBlank } from './blanks.ts'

/** Actions of the keyboard that need the screen. */
export interface KeyActions {
  /** Opens the editor of the selected note, or of the link at the caret. False if there is neither. */
  openSpan(view: EditorView): boolean
  /** Opens the editor of a link for the selection. */
  editLink(view: EditorView): boolean
  insertNote(view: EditorView): boolean
}

const mark = (name: keyof typeof schema.marks): Command => toggleMark(schema.marks[name]!)

/** Time, in milliseconds, during which Tab leaves the editor after Escape. */
const leaveMs = 5_000

/** Plugins of the keyboard. Letters are those of French word processors (Ctrl+G) and those of browsers (Ctrl+B). */
export function keyPlugins(actions: KeyActions): Plugin[] {
  let escapedAt = -Infinity
  const mustLeave = () => Date.now() - escapedAt < leaveMs
  const tab =
    (...commands: Command[]): Command =>
    (state, dispatch, view) =>
      !mustLeave() && chainCommands(...commands)(state, dispatch, view)
  const action =
    (run: (view: EditorView) => boolean): Command =>
    (_state, _dispatch, view) =>
      view !== undefined && run(view)
  return [
    keymap({
      Tab: tab(nextCell, goToBlank(1, true), indent(1)),
      'Shift-Tab': tab(previousCell, goToBlank(-1, true), indent(-1)),
      Escape: () => {
        escapedAt = Date.now()
        return false
      },
      Enter: chainCommands(action(actions.openSpan), enter),
      'Shift-Enter': lineBreak,
      'Mod-Enter': lineBreak,
      Backspace: chainCommands(undoInputRule, backspace),
      'Mod-Backspace': backspace,
      Delete: chainCommands(stayInCellAtEnd, baseKeymap['Delete']!),
      'Mod-z': chainCommands(undoInputRule, undo),
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': mark('bold'),
      'Mod-g': mark('bold'),
      'Mod-i': mark('italic'),
      'Mod-u': mark('underline'),
      'Mod-k': action(actions.editLink),
      'Mod-Alt-f': action(actions.insertNote),
      'Mod-Alt-0': setKind({ kind: 'paragraph', style: 'body' }),
      ...Object.fromEntries([1, 2, 3, 4].map((level) => [`Mod-Alt-${level}`, setKind({ kind: 'heading', level })])),
      'Mod-Shift-7': toggleList('figure'),
      'Mod-Shift-8': toggleList('bullet'),
      'Alt-ArrowUp': moveBlocks('up'),
      'Alt-ArrowDown': moveBlocks('down'),
      F8: goToBlank(1, false),
    }),
    keymap(baseKeymap),
  ]
}
