import type { Block } from '@parvis/written-document'
import { history } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { docOfBlocks } from './model/conversion.ts'
import { pasteHtml } from './paste/paste.ts'
import { blanks, blankWalk } from './plugins/blanks.ts'
import { blockIds } from './plugins/block-ids.ts'
import { markdownRules } from './plugins/input-rules.ts'
import { keyPlugins, type KeyActions } from './plugins/keys.ts'
import { proposalMarks } from './plugins/proposal-marks.ts'

/** Actions that the plugins ask of the screen. `onDropped`: called with the sentence that says what a paste left out. */
export type EditorActions = KeyActions & { onDropped: (sentence: string) => void }

/** First state of the editor of these blocks, with its plugins. */
export const createState = (blocks: readonly Block[], actions: EditorActions): EditorState =>
  EditorState.create({
    doc: docOfBlocks(blocks),
    plugins: [
      markdownRules(),
      ...keyPlugins(actions),
      pasteHtml(actions.onDropped),
      history(),
      tableEditing(),
      blockIds(),
      blanks(),
      blankWalk(),
      proposalMarks(),
    ],
  })
