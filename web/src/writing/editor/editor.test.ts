import { blockText, type Block } from '@parvis/written-document'
import { undo } from 'prosemirror-history'
import { Slice } from 'prosemirror-model'
import { NodeSelection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { createState } from './create-state.ts'
import { backspace, enter, indent, insertLineBreak, moveBlocks, setKind, toggleList } from './model/commands.ts'
import { blocksOfDoc } from './model/conversion.ts'
import { insertTable, isInTable, nextCell, previousCell } from './model/tables.ts'
import { goToBlank } from './plugins/blanks.ts'

const noActions = { openSpan: () => false, editLink: () => false, insertNote: () => false, onDropped: () => undefined }
const text = (id: string, words: string): Block => ({ id, kind: 'paragraph', style: 'body', text: words })
const item = (id: string, words: string, level = 0): Block => ({ id, kind: 'item', level, marker: 'figure', text: words })

/** Editor without a screen. The caret is at « | », a selection between two of them. */
class Desk {
  state: EditorState
  constructor(...blocks: Block[]) {
    this.state = createState(
      blocks.map((block) => ('text' in block ? { ...block, text: String(block.text).replaceAll('|', '') } : block) as Block),
      noActions,
    )
    const found: number[] = []
    this.state.doc.forEach((_, position, index) => {
      const block = blocks[index]!
      if (!('text' in block)) return
      let at = -1
      for (let removed = 0; (at = String(block.text).indexOf('|', at + 1)) >= 0; removed += 1) found.push(position + 1 + at - removed)
    })
    if (found.length > 0) this.apply(this.state.tr.setSelection(TextSelection.create(this.state.doc, found[0]!, found.at(-1))))
  }
  readonly apply = (tr: Transaction) => {
    this.state = this.state.apply(tr)
  }
  run(command: Command): boolean {
    const view = { dispatch: this.apply, endOfTextblock: () => true }
    Object.defineProperty(view, 'state', { get: () => this.state })
    return command(this.state, this.apply, view as never)
  }
  type(words: string) {
    this.apply(this.state.tr.insertText(words))
  }
  get blocks() {
    return blocksOfDoc(this.state.doc)
  }
  get texts() {
    return this.blocks.map(blockText)
  }
  get ids() {
    return this.blocks.map(({ id }) => id)
  }
  get selected() {
    const { from, to } = this.state.selection
    return this.state.doc.textBetween(from, to)
  }
}

describe('ids of blocks', () => {
  it('a split block keeps its id, and its second half gets a new one', () => {
    const desk = new Desk(text('a', 'Un| deux'), text('b', 'Trois'))
    desk.run(enter)
    expect(desk.texts).toEqual(['Un', ' deux', 'Trois'])
    expect([desk.ids[0], desk.ids[2]]).toEqual(['a', 'b'])
    expect(new Set(desk.ids).size).toBe(3)
  })

  it('a line typed above a block leaves its id to its text', () => {
    const desk = new Desk(text('a', '|Un'))
    desk.run(enter)
    expect([desk.texts, desk.ids[1]]).toEqual([['', 'Un'], 'a'])
  })

  it('two joined blocks have the id of the first', () => {
    const desk = new Desk(text('a', 'Un'), text('b', '| deux'))
    desk.run(backspace)
    expect([desk.texts, desk.ids]).toEqual([['Un deux'], ['a']])
  })

  it('moved blocks keep their ids, and what is typed next stays in them', () => {
    const desk = new Desk(text('a', 'Un'), text('b', 'De|ux'), text('c', 'Trois'))
    desk.run(moveBlocks('up'))
    expect([desk.ids, desk.state.selection.$from.parent.attrs['id']]).toEqual([['b', 'a', 'c'], 'b'])
    desk.run(moveBlocks('down'))
    desk.run(moveBlocks('down'))
    expect(desk.ids).toEqual(['a', 'c', 'b'])
    expect(desk.run(moveBlocks('down'))).toBe(false)
  })

  it('a pasted copy gets a new id, even above its original', () => {
    const desk = new Desk(text('a', 'Un'), text('b', 'Deux'))
    const copy = new Slice(desk.state.doc.slice(0, desk.state.doc.content.size).content, 0, 0)
    desk.apply(desk.state.tr.replace(0, 0, copy))
    expect(desk.texts).toEqual(['Un', 'Deux', 'Un', 'Deux'])
    expect(desk.ids.slice(2)).toEqual(['a', 'b'])
    expect(new Set(desk.ids).size).toBe(4)
  })

  it('a change of kind keeps the id, and undo gives the kind back', () => {
    const desk = new Desk(text('a', '|Un'))
    desk.run(setKind({ kind: 'heading', level: 1 }))
    expect(desk.blocks).toEqual([{ id: 'a', kind: 'heading', level: 1, text: 'Un' }])
    desk.run(undo)
    expect(desk.blocks).toEqual([text('a', 'Un')])
  })
})

describe('lists', () => {
  it('Tab moves an item below the one above it, and leaves the editor where it cannot', () => {
    const desk = new Desk(item('a', 'Un'), item('b', '|Deux'))
    expect(desk.run(indent(1))).toBe(true)
    expect(desk.blocks[1]).toMatchObject({ level: 1 })
    expect(desk.run(indent(1))).toBe(false)
    expect(desk.run(indent(-1))).toBe(true)
    expect(desk.run(indent(-1))).toBe(false)
    expect(new Desk(text('a', '|Un')).run(indent(1))).toBe(false)
  })

  it('Enter adds an item, which goes on counting; in an empty one it leaves the list, a level at a time', () => {
    const desk = new Desk({ ...item('a', 'Un|'), start: 5 } as Block)
    desk.run(enter)
    expect(desk.blocks[1]).toMatchObject({ kind: 'item', marker: 'figure' })
    expect(desk.blocks[1]).not.toHaveProperty('start')
    desk.run(indent(1))
    desk.run(enter)
    expect(desk.blocks[1]).toMatchObject({ kind: 'item', level: 0 })
    desk.run(enter)
    expect(desk.blocks[1]).toMatchObject({ kind: 'paragraph' })
  })

  it('a list begins and ends with the same button', () => {
    const desk = new Desk(text('a', '|Un'), text('b', 'Deux|'))
    desk.run(toggleList('bullet'))
    expect(desk.blocks.map((block) => block.kind)).toEqual(['item', 'item'])
    desk.run(toggleList('bullet'))
    expect(desk.blocks).toEqual([text('a', 'Un'), text('b', 'Deux')])
  })
})

it('the text after a heading is a paragraph; a line break stays in its block', () => {
  const desk = new Desk({ id: 'a', kind: 'heading', level: 2, text: 'Objet|' })
  desk.run(enter)
  desk.type('Vu')
  desk.run(insertLineBreak)
  desk.type('le code')
  expect(desk.blocks[1]).toMatchObject({ kind: 'paragraph', style: 'body', text: 'Vu\nle code' })
})

describe('tables', () => {
  it('Tab goes from cell to cell, adds a row after the last, and Enter breaks the line', () => {
    const desk = new Desk(text('a', '|'))
    desk.run(insertTable)
    expect(isInTable(desk.state)).toBe(true)
    expect(desk.run(previousCell)).toBe(false)
    for (let cell = 0; cell < 9; cell += 1) desk.run(nextCell)
    desk.type('Total')
    desk.run(enter)
    const [table] = desk.blocks
    expect(table).toMatchObject({
      kind: 'table',
      header: ['', '', ''],
      rows: [
        ['', '', ''],
        ['', '', ''],
        ['Total\n', '', ''],
      ],
    })
  })

  it('Backspace at the beginning of a cell does not join it with the one before', () => {
    const desk = new Desk({ id: 't', kind: 'table', aligns: [null, null], header: ['A', 'B'], rows: [['c', 'd']] })
    desk.apply(desk.state.tr.setSelection(TextSelection.near(desk.state.doc.resolve(6))))
    expect(desk.state.selection.$from.parent.textContent).toBe('B')
    expect(desk.run(backspace)).toBe(true)
    expect(desk.blocks).toMatchObject([{ header: ['A', 'B'] }])
  })
})

describe('blanks', () => {
  it('are walked with Tab, also after what is written in their place, and Tab then leaves', () => {
    const desk = new Desk(text('a', '|Le [À COMPLÉTER] à [À COMPLÉTER : lieu]'), text('b', 'Fin'))
    expect(desk.run(goToBlank(1, true))).toBe(false)
    desk.run(goToBlank(1, false))
    expect(desk.selected).toBe('[À COMPLÉTER]')
    desk.type('3 mars')
    expect(desk.run(goToBlank(1, true))).toBe(true)
    expect(desk.selected).toBe('[À COMPLÉTER : lieu]')
    desk.type('Ville')
    expect(desk.texts[0]).toBe('Le 3 mars à Ville')
    expect(desk.run(goToBlank(1, true))).toBe(false)
  })

  it('a bracket that asks for nothing is text', () => {
    expect(new Desk(text('a', '|[À vérifier] [À COMPLÉTER')).run(goToBlank(1, false))).toBe(false)
  })
})

it('a note is one character of its text', () => {
  const desk = new Desk({ id: 'a', kind: 'paragraph', style: 'body', text: 'Un' })
  desk.apply(desk.state.tr.insert(2, desk.state.schema.nodes['note']!.create({ text: 'Voir' })))
  expect(desk.blocks[0]).toEqual({ id: 'a', kind: 'paragraph', style: 'body', text: [{ text: 'U' }, { note: 'Voir' }, { text: 'n' }] })
  expect(NodeSelection.create(desk.state.doc, 2).node.type.name).toBe('note')
})
