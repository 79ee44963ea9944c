import { plainText, type RichText } from '@parvis/written-document'
import { NodeSelection, TextSelection, type EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { insertNote as insertNoteCommand } from './model/commands.ts'
import { editedNote } from './model/conversion.ts'
import { schema } from './model/schema.ts'
import type { EditedSpan } from './SpanPopover.tsx'

interface SpanEditing {
  /** Note or link being edited; null when there is none. */
  edited: EditedSpan | null
  /** Edits the selected note. False if the selection is not a note. */
  open: (view: EditorView) => boolean
  editLink: (view: EditorView) => boolean
  insertNote: (view: EditorView) => boolean
  /** Ends the edition. @param text text to keep; null deletes the note or the link */
  end: (text: string | null) => void
}

const linkType = schema.marks['link']!

/** Edition of the notes and of the links of an editor. */
export function useSpanEditing(): SpanEditing {
  const [edited, setEdited] = useState<{ span: EditedSpan; view: EditorView; range: { from: number; to: number } } | null>(null)

  function open(view: EditorView): boolean {
    const { selection } = view.state
    if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'note' || !view.editable) return false
    const { from, to } = selection
    const element = view.nodeDOM(from)
    if (!(element instanceof Element)) return false
    const text = plainText(selection.node.attrs['text'] as RichText)
    setEdited({ view, range: { from, to }, span: { kind: 'note', text, element, isPresent: true } })
    return true
  }

  function editLink(view: EditorView): boolean {
    const { state } = view
    const present = linkAt(state)
    const range = present ?? { from: state.selection.from, to: state.selection.to }
    if (range.from === range.to || state.selection.$from.parent.type.spec.code || !view.editable) return false
    const { node } = view.domAtPos(range.from + (present ? 1 : 0))
    const element = node instanceof Element ? node : node.parentElement
    if (element === null) return false
    setEdited({ view, range, span: { kind: 'link', text: present?.href ?? '', element, isPresent: present !== null } })
    return true
  }

  function end(text: string | null) {
    if (edited === null) return
    setEdited(null)
    const { view, range, span } = edited
    const tr = view.state.tr
    if (span.kind === 'note') {
      const note = view.state.doc.nodeAt(range.from)
      if (note?.type.name === 'note') {
        if (text === null) tr.delete(range.from, range.to)
        else tr.setNodeAttribute(range.from, 'text', editedNote(note.attrs['text'] as RichText, text))
        tr.setSelection(TextSelection.near(tr.doc.resolve(text === null ? range.from : range.to)))
      }
    } else {
      tr.removeMark(range.from, range.to, linkType)
      if (text !== null) tr.addMark(range.from, range.to, linkType.create({ href: text }))
    }
    if (tr.docChanged) view.dispatch(tr)
    // On the next frame: the popover gives the focus back to what had it.
    requestAnimationFrame(() => view.focus())
  }

  return {
    edited: edited?.span ?? null,
    open,
    editLink,
    insertNote: (view) => insertNoteCommand(view.state, view.dispatch) && open(view),
    end,
  }
}

interface PlacedLink {
  from: number
  to: number
  href: string
}

/** Link at the selection, with its whole range; null if there is none. */
function linkAt(state: EditorState): PlacedLink | null {
  const { $from } = state.selection
  const links: PlacedLink[] = []
  let at = $from.start()
  for (const child of $from.parent.children) {
    const href = linkType.isInSet(child.marks)?.attrs['href'] as string | undefined
    const last = links.at(-1)
    if (href !== undefined && last?.href === href && last.to === at) last.to = at + child.nodeSize
    else if (href !== undefined) links.push({ from: at, to: at + child.nodeSize, href })
    at += child.nodeSize
  }
  return links.find(({ from, to }) => from <= $from.pos && $from.pos <= to) ?? null
}
