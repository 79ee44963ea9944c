import { expect, test } from 'vitest'
import type { ExtractedDocument, RichBlock } from '../port.ts'
import { makeDocx, makeRelationships, makeZip } from '../testing/office-fixtures.ts'
import { odfContent } from '../testing/odf-fixture.ts'
import { documentOf, failureOfFixture } from '../testing/parse-fixture.ts'

const rich = { isRich: true }
const signature = 'w:id="1" w:author="Anne" w:date="2026-11-30T10:00:00Z"'
const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const word = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const item = (list: number, text: string, level = 0) => word(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)

const wordParts = {
  'word/_rels/document.xml.rels': makeRelationships([
    { id: 'h', target: 'https://exemple.fr/page', type: 'hyperlink', external: true },
    { id: 'j', target: 'javascript:alert(1)', type: 'hyperlink', external: true },
  ]),
  'word/styles.xml':
    '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Cit"><w:name w:val="Citation"/></w:style><w:style w:type="paragraph" w:styleId="V"><w:name w:val="Visa"/></w:style><w:style w:type="paragraph" w:styleId="V2"><w:name w:val="Maison"/><w:basedOn w:val="V"/></w:style><w:style w:type="character" w:styleId="Fort"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style></w:styles>',
  'word/numbering.xml':
    '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="ordinal"/><w:lvlText w:val="Article %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>',
  'word/footnotes.xml':
    '<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>Rapport </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>annuel</w:t></w:r></w:p></w:footnote></w:footnotes>',
}
const docx = (body: string, parts: Record<string, string> = {}): Promise<ExtractedDocument> =>
  documentOf(makeDocx(body, { ...wordParts, ...parts }), 'a.docx', rich)
const odt = (body: string, styles = ''): Promise<ExtractedDocument> =>
  documentOf(
    makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': odfContent(`<office:text>${body}</office:text>`, styles) }),
    'a.odt',
    rich,
  )
const paragraphs = (...texts: string[]): RichBlock[] => texts.map((text) => ({ kind: 'paragraph', style: 'body', text: [{ text }] }))

test('Word: marks, styles of characters, links to pages only, a note where it is called', async () => {
  const { rich: blocks } = await docx(
    word(run('Titre'), '<w:pStyle w:val="Titre1"/>') +
      word(run('gras', '<w:b/><w:i/>') + run(' maigre', '<w:rStyle w:val="Fort"/><w:b w:val="0"/>') + run(' fort', '<w:rStyle w:val="Fort"/>')) +
      word(`<w:hyperlink r:id="h">${run('page', '<w:u w:val="single"/>')}</w:hyperlink><w:hyperlink r:id="j">${run(' rien')}</w:hyperlink>`) +
      word(run('avant') + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(' après') + run('caché', '<w:vanish/>')) +
      word(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://exemple.fr/champ" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
          run('champ') +
          '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
      ) +
      word(run('dit'), '<w:pStyle w:val="Cit"/>') +
      word(run('Vu le code,'), '<w:pStyle w:val="V2"/>'),
  )
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, text: [{ text: 'Titre' }] },
    { kind: 'paragraph', style: 'body', text: [{ text: 'gras', marks: ['bold', 'italic'] }, { text: ' maigre' }, { text: ' fort', marks: ['bold'] }] },
    { kind: 'paragraph', style: 'body', text: [{ text: 'page', link: 'https://exemple.fr/page' }, { text: ' rien' }] },
    {
      kind: 'paragraph',
      style: 'body',
      text: [{ text: 'avant' }, { note: [{ text: 'Rapport ' }, { text: 'annuel', marks: ['italic'] }] }, { text: ' après' }],
    },
    { kind: 'paragraph', style: 'body', text: [{ text: 'champ', link: 'https://exemple.fr/champ' }] },
    { kind: 'quote', text: [{ text: 'dit' }] },
    { kind: 'paragraph', style: 'visa', text: [{ text: 'Vu le code,' }] },
  ])
})

test('Word: lists with their markers and numbers; a number that is words becomes text', async () => {
  const { rich: blocks } = await docx(
    item(1, 'trois') + item(1, 'détail', 1) + item(1, 'quatre') + word(run('coupure')) + item(1, 'cinq') + item(2, 'Le conseil adopte.'),
  )
  expect(blocks).toEqual([
    { kind: 'item', level: 0, marker: 'parenthesis', start: 3, text: [{ text: 'trois' }] },
    { kind: 'item', level: 1, marker: 'bullet', text: [{ text: 'détail' }] },
    { kind: 'item', level: 0, marker: 'parenthesis', text: [{ text: 'quatre' }] },
    { kind: 'paragraph', style: 'body', text: [{ text: 'coupure' }] },
    { kind: 'item', level: 0, marker: 'parenthesis', start: 5, text: [{ text: 'cinq' }] },
    { kind: 'paragraph', style: 'article', text: [{ text: 'Article 1er ' }, { text: 'Le conseil adopte.' }] },
  ])
})

test('Word: a table with merged and nested cells has one text per column', async () => {
  const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
  const inner = `<w:tbl><w:tr>${cell(word(run('a')))}${cell(word(run('b')))}</w:tr></w:tbl>`
  const { rich: blocks } = await docx(
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(word(run('Poste', '<w:b/>')))}${cell(word(run('Montant')))}</w:tr><w:tr>${cell(word(run('ligne 1')) + word(run('ligne 2')))}${cell(word(run('12'), '<w:jc w:val="right"/>'))}</w:tr><w:tr>${cell(word(run('total')) + inner, '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
  )
  expect(blocks).toEqual([
    {
      kind: 'table',
      aligns: [null, 'right'],
      header: [[{ text: 'Poste' }], [{ text: 'Montant' }]],
      rows: [
        [[{ text: 'ligne 1' }, { text: '\n' }, { text: 'ligne 2' }], [{ text: '12' }]],
        [[{ text: 'total' }, { text: '\n' }, { text: 'a' }, { text: ' | ' }, { text: 'b' }], []],
      ],
    },
  ])
})

test('Word: a text box comes after its paragraph, and a table in it has its cells', async () => {
  const box = `<w:r><w:drawing><wps:txbx><w:txbxContent>${word(run('encadré'))}<w:tbl><w:tr><w:tc>${word(run('cellule'))}</w:tc></w:tr></w:tbl></w:txbxContent></wps:txbx></w:drawing></w:r>`
  const { rich: blocks } = await docx(word(run('avant ') + box + run('après')))
  expect(blocks).toEqual([{ kind: 'table', aligns: [null], header: [[]], rows: [[[{ text: 'cellule' }]]] }, ...paragraphs('avant après', 'encadré')])
})

test('Word: pending insertions are kept, deletions left out, and both counted, as are comments', async () => {
  const deleted = (text: string) => `<w:del ${signature}><w:r><w:delText>${text}</w:delText></w:r></w:del>`
  const { rich: blocks, warnings } = await docx(
    word(`${run('un ')}<w:ins ${signature}>${run('nouveau ')}</w:ins>${deleted('vieux ')}${run('mot')}`) +
      word(deleted('paragraphe retiré'), `<w:rPr><w:del ${signature}/></w:rPr>`) +
      word(run('début '), `<w:rPr><w:del ${signature}/></w:rPr>`) +
      word(run('et suite')) +
      `<w:tbl><w:tr><w:tc>${word(run('reste'))}</w:tc></w:tr><w:tr><w:trPr><w:del ${signature}/></w:trPr><w:tc>${word(deleted('part'), `<w:rPr><w:del ${signature}/></w:rPr>`)}</w:tc></w:tr></w:tbl>`,
    { 'word/comments.xml': '<w:comments xmlns:w="w"><w:comment w:id="0"><w:p/></w:comment><w:comment w:id="1"><w:p/></w:comment></w:comments>' },
  )
  expect(blocks).toEqual([...paragraphs('un nouveau mot', 'début et suite'), { kind: 'table', aligns: [null], header: [[]], rows: [[[{ text: 'reste' }]]] }])
  expect(warnings).toEqual([
    { code: 'comments_ignored', message: '2 commentaires n’ont pas été repris.' },
    { code: 'changes_pending', message: '4 modifications suivies étaient en attente : 1 insertion gardée, 3 suppressions retirées.' },
  ])
})

test('OpenDocument: marks, lists, notes, tables, and changes written in both ways', async () => {
  const region = (id: string, kind: string, content = '') =>
    `<text:changed-region text:id="${id}"><text:${kind}><office:change-info/>${content}</text:${kind}></text:changed-region>`
  const { rich: blocks, warnings } = await odt(
    `<text:tracked-changes>${region('a', 'deletion', '<text:p>gardé ailleurs</text:p>')}${region('b', 'deletion')}${region('c', 'insertion')}</text:tracked-changes>
    <text:h text:outline-level="2">Objet</text:h>
    <text:p>du <text:span text:style-name="G">gras</text:span> et  un <text:a xlink:href="https://exemple.fr/">lien</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>La note.</text:p></text:note-body></text:note><text:change text:change-id="a"/><text:line-break/>fin</text:p>
    <text:p>resté <text:change-start text:change-id="b"/>ôté</text:p><text:p>ôté aussi<text:change-end text:change-id="b"/>joint <text:change-start text:change-id="c"/>neuf<text:change-end text:change-id="c"/></text:p>
    <text:list text:style-name="L"><text:list-item><text:p>un</text:p><text:p>suite</text:p><text:list><text:list-item><text:p>profond</text:p></text:list-item></text:list></text:list-item></text:list>
    <text:p text:style-name="Q">dit<office:annotation><text:p>Commentaire</text:p></office:annotation></text:p>
    <table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Tête</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>`,
    '<style:style style:name="G" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="Q" style:family="paragraph" style:parent-style-name="Quotations"/><style:style style:name="Quotations" style:family="paragraph"/><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="4"/><text:list-level-style-bullet text:level="2" text:bullet-char="•"/></text:list-style>',
  )
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, text: [{ text: 'Objet' }] },
    {
      kind: 'paragraph',
      style: 'body',
      text: [
        { text: 'du ' },
        { text: 'gras', marks: ['bold'] },
        { text: ' et un ' },
        { text: 'lien', link: 'https://exemple.fr/' },
        { note: [{ text: 'La note.' }] },
        { text: '\nfin' },
      ],
    },
    ...paragraphs('resté joint neuf'),
    { kind: 'item', level: 0, marker: 'figure', start: 4, text: [{ text: 'un' }] },
    { kind: 'item', level: 0, marker: 'continued', text: [{ text: 'suite' }] },
    { kind: 'item', level: 1, marker: 'bullet', text: [{ text: 'profond' }] },
    { kind: 'quote', text: [{ text: 'dit' }] },
    { kind: 'table', aligns: [null, null], header: [[{ text: 'Tête' }], []], rows: [[[{ text: 'a' }], [{ text: 'b' }]]] },
  ])
  expect(warnings.map(({ message }) => message)).toEqual([
    'Un commentaire n’a pas été repris.',
    '3 modifications suivies étaient en attente : 1 insertion gardée, 2 suppressions retirées.',
  ])
})

test('other formats are refused, as are texts without words and those too long to be read whole', async () => {
  expect(await failureOfFixture('du texte', 'a.txt', rich)).toMatchObject({ code: 'extraction.unsupported' })
  expect(await failureOfFixture(makeDocx(word('')), 'a.docx', rich)).toMatchObject({ code: 'extraction.empty' })
  const limits = { characters: 1_000 }
  expect(await failureOfFixture(makeDocx(word(run('mot '.repeat(300)))), 'a.docx', { ...rich, limits })).toMatchObject({ code: 'extraction.too_big' })
})

test('right-to-left text is kept, characters that nobody sees are not', async () => {
  const { rich: blocks, warnings } = await docx(word(run('مرحبا بالعالم שלום')) + word(run(`ca\u200Bché${'\u200B'.repeat(30)}`)))
  expect(blocks).toEqual(paragraphs('مرحبا بالعالم שלום', 'caché'))
  expect(warnings).toMatchObject([{ code: 'hidden_content' }])
})
