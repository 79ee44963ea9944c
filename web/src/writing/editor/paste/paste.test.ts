import { Selection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { createState } from '../create-state.ts'
import { blocksOfDoc } from '../model/conversion.ts'
import { parseTestHtml } from './html.fixture.ts'
import { readHtml } from './html-blocks.ts'
import { insertPasted } from './paste.ts'

const read = (html: string) => readHtml(parseTestHtml(html))
const blocksOf = (html: string) => read(html).blocks
const body = (text: string) => ({ kind: 'paragraph', style: 'body', text })

describe('reading of pasted HTML', () => {
  it('keeps headings, marks, links and line breaks, and leaves colours and sizes', () => {
    const html = `<h1 style="color:red"><b>Objet</b></h1><p>Le <b>conseil</b> <span style="font-style:italic;font-size:20pt">municipal</span><br>de
      <a href="https://ville.fr">la ville</a>,<o:p></o:p></p><p class="MsoHeading2">Suite</p>`
    expect(blocksOf(html)).toEqual([
      { kind: 'heading', level: 1, text: 'Objet' },
      {
        kind: 'paragraph',
        style: 'body',
        text: [
          { text: 'Le ' },
          { text: 'conseil', marks: ['bold'] },
          { text: ' ' },
          { text: 'municipal', marks: ['italic'] },
          { text: '\nde ' },
          { text: 'la ville', link: 'https://ville.fr' },
          { text: ',' },
        ],
      },
      { kind: 'heading', level: 2, text: 'Suite' },
    ])
  })

  it('reads nested lists, with their numbers and the further paragraphs of an item', () => {
    const html = '<ol start="4"><li><p>Un</p><p>bis</p><ul><li>Deux</li></ul></li><li>Trois</li></ol>'
    expect(blocksOf(html)).toEqual([
      { kind: 'item', level: 0, marker: 'figure', start: 4, text: 'Un' },
      { kind: 'item', level: 0, marker: 'continued', text: 'bis' },
      { kind: 'item', level: 1, marker: 'bullet', text: 'Deux' },
      { kind: 'item', level: 0, marker: 'figure', text: 'Trois' },
    ])
  })

  it('reads the lists of Word, which are paragraphs with their marker', () => {
    const line = (level: number, marker: string, text: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">${marker}<span> </span></span><!--[endif]-->${text}</p>`
    expect(blocksOf(line(1, '1.', 'Un') + line(2, '·', 'Deux'))).toEqual([
      { kind: 'item', level: 0, marker: 'figure', text: 'Un' },
      { kind: 'item', level: 1, marker: 'bullet', text: 'Deux' },
    ])
  })

  it('reads the footnotes of Word as notes', () => {
    const html = `<p>Vu le code<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a>,</p>
      <div style="mso-element:footnote-list"><div style="mso-element:footnote" id="ftn1"><p class="MsoFootnoteText"><a href="#_ftnref1">[1]</a> Article L. 2121-29.</p></div></div>`
    expect(blocksOf(html)).toEqual([{ kind: 'paragraph', style: 'body', text: [{ text: 'Vu le code' }, { note: 'Article L. 2121-29.' }, { text: ',' }] }])
  })

  it('reads a table with its header, spreads merged cells, and says so', () => {
    const html = `<table><thead><tr><th>A</th><th style="text-align:right">B</th></tr></thead><tbody><tr><td rowspan="2"><p>c</p><p>c2</p></td><td>d</td></tr><tr><td>e</td></tr>
      <tr><td colspan="2">f<table><tr><td>g</td></tr></table></td></tr></tbody></table>`
    const { blocks, dropped } = read(html)
    expect(blocks).toEqual([
      {
        kind: 'table',
        aligns: [null, 'right'],
        header: ['A', 'B'],
        rows: [
          ['c\nc2', 'd'],
          ['', 'e'],
          ['f\ng', ''],
        ],
      },
    ])
    expect([...dropped].toSorted()).toEqual(['mergedCells', 'nestedTables'])
  })

  it('counts what has no form in a document, and keeps the text around it', () => {
    const { blocks, dropped } = read('<p>Le plan<img src="a.png"> et <a href="file:///C:/secret.doc">le dossier</a></p><iframe src="https://x"></iframe>')
    expect(blocks).toEqual([body('Le plan et le dossier')])
    expect([...dropped].toSorted()).toEqual(['images', 'links', 'objects'])
  })

  it('reads 400 kB of nested elements and hostile text without a script or an address that runs', () => {
    const html = `<p>${'<span><b>mot</b> </span>'.repeat(20_000)}</p><script>alert(1)</script><p><a href="javascript:alert(1)">suite</a></p>`
    const { blocks } = read(html)
    expect(blocks.at(-1)).toEqual(body('suite'))
    expect(blocks).toHaveLength(2)
  })
})

describe('insertion of a pasted text', () => {
  const actions = { openSpan: () => false, editLink: () => false, insertNote: () => false, onDropped: () => undefined }
  const pasteAtEnd = (html: string, text: string) => {
    const state = createState([{ id: 'a', kind: 'paragraph', style: 'body', text }], actions)
    const atEnd = state.apply(state.tr.setSelection(Selection.atEnd(state.doc)))
    return blocksOfDoc(atEnd.apply(insertPasted(atEnd, read(html))).doc)
  }

  it('goes on the line of the caret when it is part of a line', () => {
    expect(pasteAtEnd('<span>et <b>deux</b></span>', 'Un ')).toEqual([
      { id: 'a', kind: 'paragraph', style: 'body', text: [{ text: 'Un et ' }, { text: 'deux', marks: ['bold'] }] },
    ])
  })

  it('makes blocks with ids of their own, and the first paragraph continues that of the caret', () => {
    const blocks = pasteAtEnd('<p>et deux</p><h2>Trois</h2>', 'Un ')
    expect(blocks).toMatchObject([
      { id: 'a', kind: 'paragraph', text: 'Un et deux' },
      { kind: 'heading', level: 2, text: 'Trois' },
    ])
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(2)
  })

  it('takes the place of an empty paragraph', () => {
    expect(pasteAtEnd('<h2>Trois</h2><p>Texte</p>', '')).toMatchObject([
      { kind: 'heading', text: 'Trois' },
      { kind: 'paragraph', text: 'Texte' },
    ])
  })
})
