import {
  Bold,
  Italic,
  Link,
  List,
  ListIndentDecrease,
  ListIndentIncrease,
  ListOrdered,
  Plus,
  Redo2,
  StickyNote,
  Table2,
  TextCursorInput,
  Type,
  Underline,
  Undo2,
} from 'lucide-react'
import { toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { memo, useRef, type ComponentProps } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { isWithoutPointer, type Press } from '../../../ui/PressButton.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import styles from '../Editor.module.css'
import { indent, insertBlock, ruleNode, setKind, toggleList, type TextKind } from '../model/commands.ts'
import { schema } from '../model/schema.ts'
import { addColumn, addRow, alignColumns, deleteTable, insertTable, removeColumn, removeRow } from '../model/tables.ts'
import { goToBlank } from '../plugins/blanks.ts'
import { kindKey, type ToolbarState } from './toolbar-state.ts'
import { useRovingFocus } from './use-roving-focus.ts'

interface ToolbarProps {
  view: EditorView
  state: ToolbarState
  /** Id of the element that the toolbar controls. */
  controls: string
  onLink: () => void
  onNote: () => void
}

const kinds: readonly { kind: TextKind; label: string }[] = [
  { kind: { kind: 'paragraph', style: 'body' }, label: 'Texte' },
  ...[1, 2, 3, 4].map((level) => ({ kind: { kind: 'heading' as const, level }, label: `Titre ${level}` })),
  { kind: { kind: 'quote' }, label: 'Citation' },
  { kind: { kind: 'paragraph', style: 'visa' }, label: 'Visa' },
  { kind: { kind: 'paragraph', style: 'considerant' }, label: 'Considérant' },
  { kind: { kind: 'paragraph', style: 'article' }, label: 'Article' },
  { kind: { kind: 'item', marker: 'bullet' }, label: 'Liste à puces' },
  { kind: { kind: 'item', marker: 'figure' }, label: 'Liste numérotée' },
  { kind: { kind: 'item', marker: 'parenthesis' }, label: 'Liste 1), 2)…' },
  { kind: { kind: 'code' }, label: 'Code' },
]
const kindOptions = kinds.map(({ kind, label }) => ({ id: kindKey(kind), label }))

const insertBlank: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.insertText('[À COMPLÉTER]').scrollIntoView())
  return true
}

const moreMarks = [
  { id: 'strike', label: 'Barré' },
  { id: 'highlight', label: 'Surligné' },
  { id: 'raised', label: 'Exposant' },
  { id: 'lowered', label: 'Indice' },
  { id: 'code', label: 'Code' },
] as const

/** Toolbar of the editor: one stop of the keyboard, whose buttons the arrows walk. A key that changes nothing of it does not render it. */
export const Toolbar = memo(ToolbarContent, (before, after) => before.view === after.view && before.state === after.state)

function ToolbarContent({ view, state, controls, onLink, onNote }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useRovingFocus(bar)
  const marks = state.marks.split(' ')
  /** Runs a command. A press with the pointer gives the focus back to the text. */
  const run = (command: Command, press?: Press) => {
    command(view.state, view.dispatch, view)
    if (press === undefined || !isWithoutPointer(press)) view.focus()
  }
  const button = (label: string, icon: ComponentProps<typeof IconButton>['icon'], command: Command, props: Partial<ComponentProps<typeof IconButton>> = {}) => (
    <IconButton size="s" label={label} icon={icon} onPress={(press) => run(command, press)} {...props} />
  )
  const toggle = (label: string, icon: ComponentProps<typeof IconButton>['icon'], name: string) =>
    button(label, icon, toggleMark(schema.marks[name]!), { 'aria-pressed': marks.includes(name) })
  const entry = (id: string, label: string, command: Command) => ({ id, label, onAction: () => run(command) })
  return (
    <div ref={bar} role="toolbar" aria-label="Mise en forme" aria-controls={controls} className={styles.toolbar}>
      {button('Annuler (Ctrl+Z)', Undo2, undo, { 'aria-disabled': !state.canUndo || undefined })}
      {button('Rétablir (Ctrl+Y)', Redo2, redo, { 'aria-disabled': !state.canRedo || undefined })}
      <div className={styles.kind}>
        <Select
          label="Style du paragraphe"
          isLabelHidden
          isAction
          placeholder="Style"
          options={kindOptions}
          value={state.kind}
          onChange={(id) => {
            const chosen = kinds.find(({ kind }) => kindKey(kind) === id)
            if (chosen) run(setKind(chosen.kind))
          }}
        />
      </div>
      {toggle('Gras (Ctrl+G)', Bold, 'bold')}
      {toggle('Italique (Ctrl+I)', Italic, 'italic')}
      {toggle('Souligné (Ctrl+U)', Underline, 'underline')}
      <Menu
        size="s"
        label="Autres mises en forme"
        icon={<Type aria-hidden />}
        entries={moreMarks.map(({ id, label }) => entry(id, marks.includes(id) ? `${label} (retirer)` : label, toggleMark(schema.marks[id]!)))}
      />
      {button('Liste à puces (Ctrl+Maj+8)', List, toggleList('bullet'), { 'aria-pressed': state.kind === 'bullet' })}
      {button('Liste numérotée (Ctrl+Maj+7)', ListOrdered, toggleList('figure'), { 'aria-pressed': state.kind === 'figure' })}
      {button('Diminuer le retrait (Maj+Tab)', ListIndentDecrease, indent(-1))}
      {button('Augmenter le retrait (Tab)', ListIndentIncrease, indent(1))}
      <IconButton size="s" label="Lien (Ctrl+K)" icon={Link} aria-pressed={marks.includes('link')} onPress={onLink} />
      <IconButton size="s" label="Note (Ctrl+Alt+F)" icon={StickyNote} onPress={onNote} />
      <InsertionMenus isInTable={state.isInTable} onCommand={run} />
      {state.blankCount > 0 && (
        <IconButton
          size="s"
          label={`Aller au prochain blanc (F8), ${state.blankCount} à compléter`}
          icon={TextCursorInput}
          onPress={() => run(goToBlank(1, false))}
        />
      )}
    </div>
  )
}

/** Menus of what is inserted, and of the table at the selection. */
function InsertionMenus({ isInTable, onCommand }: { isInTable: boolean; onCommand: (command: Command) => void }) {
  const entry = (id: string, label: string, command: Command) => ({ id, label, onAction: () => onCommand(command) })
  return (
    <>
      <Menu
        size="s"
        label="Insérer"
        icon={<Plus aria-hidden />}
        entries={[entry('table', 'Tableau', insertTable), entry('rule', 'Filet', insertBlock(ruleNode)), entry('blank', 'Blanc à compléter', insertBlank)]}
      />
      {isInTable && (
        <Menu
          size="s"
          label="Tableau"
          icon={<Table2 aria-hidden />}
          entries={[
            entry('row', 'Ajouter une ligne dessous', addRow),
            entry('column', 'Ajouter une colonne à droite', addColumn),
            entry('left', 'Aligner la colonne à gauche', alignColumns('left')),
            entry('center', 'Centrer la colonne', alignColumns('center')),
            entry('right', 'Aligner la colonne à droite', alignColumns('right')),
            { ...entry('no-row', 'Supprimer la ligne', removeRow), tone: 'danger' },
            { ...entry('no-column', 'Supprimer la colonne', removeColumn), tone: 'danger' },
            { ...entry('no-table', 'Supprimer le tableau', deleteTable), tone: 'danger' },
          ]}
        />
      )}
    </>
  )
}
