import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { ExtractedDocument } from '../port.ts'
import { makeDocx, makeOdf, makePptx, makeXlsx, wordParagraph as p } from '../testing/office-fixtures.ts'
import { documentOf, sketch } from '../testing/parse-fixture.ts'

/** The number of each page, and how many blocks it has. */
const counted = ({ pages }: ExtractedDocument) => ({ pages: pages.map(({ page }) => page), blocks: pages.map(({ blocks }) => blocks.length) })
const columnsTruncated = { code: 'columns_truncated', message: 'Seules les 256 premières colonnes ont été lues.' }

describe('DOCX', () => {
  test('keeps headings by style, inherited style and outline level, lists and tables', async () => {
    const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`
    const body =
      p('Budget 2024', '<w:pStyle w:val="Titre1"/>') +
      p('Recettes', '<w:pStyle w:val="Maison"/>') +
      p('Détail', '<w:outlineLvl w:val="2"/>') +
      p('Le conseil adopte.') +
      p('premier point', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>') +
      `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Poste')}${cell('Montant')}</w:tr><w:tr>${cell('Écoles')}${cell('12 000 €')}</w:tr></w:tbl>`
    const document = await documentOf(makeDocx(body), 'budget.docx')
    expect(sketch(document)).toEqual([
      'h1 Budget 2024',
      'h2 Recettes',
      'h3 Détail',
      'Le conseil adopte.',
      '- premier point',
      'th Poste|Montant/Écoles|12 000 €',
    ])
    expect(document).toMatchObject({ format: 'docx', title: 'Budget 2024', warnings: [] })
  })

  test('follows pages, joins runs, inserts notes, leaves out deletions and field codes', async () => {
    const body =
      '<w:p><w:r><w:t>un</w:t></w:r><w:del><w:r><w:delText>supprimé</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t xml:space="preserve">e phrase</w:t><w:footnoteReference w:id="2"/></w:r></w:p>' +
      '<w:p><w:r><w:br w:type="page"/></w:r><w:r><w:lastRenderedPageBreak/><w:t>suite</w:t></w:r></w:p>'
    const footnotes = '<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>article L. 2121-29</w:t></w:r></w:p></w:footnote></w:footnotes>'
    const document = await documentOf(makeDocx(body, { 'word/footnotes.xml': footnotes }), 'a.docx')
    expect(counted(document)).toEqual({ pages: [1, 2], blocks: [1, 1] })
    expect(sketch(document)).toEqual(['une phrase [note : article L. 2121-29]', 'suite'])
  })

  const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  const pagesOf = async (...parts: string[]) => counted(await documentOf(makeDocx(parts.join('')), 'a.docx'))

  test('counts the pages that people asked for, when each of them holds on a page', async () => {
    expect(await pagesOf(p('un'), pageBreak, p('deux'), p('suite'))).toEqual({ pages: [1, 2], blocks: [1, 2] })
    const second = '<w:p><w:r><w:br w:type="page"/><w:t>deux</w:t></w:r></w:p>'
    expect(await pagesOf(p('un') + second, pageBreak, p('trois'))).toEqual({ pages: [1, 2, 3], blocks: [1, 1, 1] })
  })

  test('keeps a text box on the page that ends after it in its paragraph', async () => {
    const box = `<w:r><w:drawing><w:txbxContent>${p('Cachet')}</w:txbxContent></w:drawing></w:r>`
    for (const ending of ['<w:br w:type="page"/>', '<w:lastRenderedPageBreak/>'])
      expect(await pagesOf(p('un'), `<w:p>${box}<w:r>${ending}</w:r></w:p>`, p('deux'))).toEqual({ pages: [1, 2], blocks: [2, 1] })
  })

  test('gives no page numbers when the pages that were asked for cannot be all of them', async () => {
    const long = p('Le conseil délibère. '.repeat(300))
    const lines = p('Article').repeat(60)
    const rows = `<w:tbl>${`<w:tr><w:tc>${p('Poste')}</w:tc><w:tc>${p('Montant')}</w:tc></w:tr>`.repeat(60)}</w:tbl>`
    const pictures = '<w:p><w:r><w:drawing/></w:r></w:p>'.repeat(3)
    for (const overfull of [long, lines, rows, pictures]) {
      const { pages } = await pagesOf(p('un'), pageBreak, overfull, p('deux'))
      expect(pages).toEqual([null, null])
    }
    expect((await pagesOf(p('un'), p('deux'))).pages).toEqual([null])
  })

  test('puts the rows of a table under their pages, its header above each part', async () => {
    const row = (first: string, second: string, run = '') =>
      `<w:tr><w:tc><w:p><w:r>${run}<w:t>${first}</w:t></w:r></w:p></w:tc><w:tc>${p(second)}</w:tc></w:tr>`
    const table = (run: string) => `<w:tbl>${row('Poste', 'Montant')}${row('Écoles', '12 000 €')}${row('Voirie', '8 000 €', run)}</w:tbl>`
    for (const run of ['<w:lastRenderedPageBreak/>', '<w:br w:type="page"/>']) {
      const document = await documentOf(makeDocx(p('avant') + table(run) + p('après')), 'a.docx')
      expect(document.pages.map(({ page }) => page)).toEqual([1, 2])
      expect(sketch(document)).toEqual(['avant', 'th Poste|Montant/Écoles|12 000 €', 'th Poste|Montant/Voirie|8 000 €', 'après'])
    }
  })

  test('counts once a page that ends in each cell of a row', async () => {
    const noted = '<w:lastRenderedPageBreak/>'
    const cell = (...texts: string[]) => `<w:tc><w:p>${texts.map((text) => `<w:r>${text}</w:r>`).join(noted)}</w:p></w:tc>`
    const [text, none] = ['<w:t>mot </w:t>', '']
    const pageAfter = async (...rows: string[]) => {
      const document = await documentOf(makeDocx(`<w:tbl>${rows.map((cells) => `<w:tr>${cells}</w:tr>`).join('')}</w:tbl>${p('après')}`), 'a.docx')
      return document.pages.at(-1)!.page
    }
    expect(await pageAfter(cell(text, text) + cell(text, text))).toBe(2)
    expect(await pageAfter(cell(text, text, text) + cell(text, text) + cell(text))).toBe(3)
    expect(await pageAfter(cell(text) + cell(text), cell(none, text) + cell(none, text), cell(none, text) + cell(text))).toBe(3)
    const inner = `<w:tc><w:tbl><w:tr>${cell(text, text)}${cell(text, text)}</w:tr></w:tbl></w:tc>`
    expect(await pageAfter(inner + cell(text, text))).toBe(2)
    const asked = '<w:br w:type="page"/>'
    expect(await pageAfter(cell(text + asked) + cell(text + asked), cell(none, text) + cell(none, text))).toBe(2)
  })

  test('keeps the columns beside a merged cell, as the document has it now', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`
    const former = '<w:tcPrChange><w:tcPr><w:gridSpan w:val="3"/></w:tcPr></w:tcPrChange>'
    const rows = [cell('Poste', former) + cell('Nombre') + cell('Montant'), cell('Total', '<w:gridSpan w:val="2"/>') + cell('1 200 €')]
    const document = await documentOf(makeDocx(`<w:tbl>${rows.map((cells) => `<w:tr>${cells}</w:tr>`).join('')}</w:tbl>`), 'a.docx')
    expect(sketch(document)).toEqual(['th Poste|Nombre|Montant/Total||1 200 €'])
  })

  test('writes a table inside a cell within the cell', async () => {
    const inner = `<w:tbl><w:tr><w:tc>${p('x')}</w:tc><w:tc>${p('y')}</w:tc></w:tr></w:tbl>`
    const document = await documentOf(makeDocx(`<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc>${p('b')}${inner}</w:tc></w:tr></w:tbl>`), 'a.docx')
    expect(sketch(document)).toEqual(['a|b ; x | y'])
  })

  const raised = (text: string, align = 'superscript') => `<w:r><w:rPr><w:vertAlign w:val="${align}"/></w:rPr><w:t>${text}</w:t></w:r>`
  const plain = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const sym = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
  const formField = (inside: string) => `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${inside}</w:ffData></w:fldChar></w:r>`
  const inFont = (font: string, text: string) => `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`
  const entries = '<w:listEntry w:val="Commune"/><w:listEntry w:val="EPCI"/>'
  test.each([
    ['an exponent', `${plain('10')}${raised('3')}${plain(' litres')}`, '10³ litres'],
    ['an exponent in two runs', `${plain('10')}${raised('-')}${raised('2')}`, '10⁻²'],
    ['an index', `${plain('CO')}${raised('2', 'subscript')}`, 'CO₂'],
    ['an exponent of a character style', `${plain('15 m')}<w:r><w:rPr><w:rStyle w:val="Exposant"/></w:rPr><w:t>2</w:t></w:r>`, '15 m²'],
    ['a raised exponent', `${plain('10')}<w:r><w:rPr><w:position w:val="6"/></w:rPr><w:t>6</w:t></w:r>`, '10⁶'],
    ['an ordinal', `${plain('1')}${raised('er')}${plain(' mars')}`, '1er mars'],
    ['boxes of Wingdings', `${sym('Wingdings', 'F0FE')}${plain(' oui ')}${sym('Wingdings', 'F06F')}${plain(' non')}`, '☒ oui ☐ non'],
    ['boxes of Wingdings 2', `${sym('Wingdings 2', '0052')}${plain(' oui ')}${sym('Wingdings 2', 'F0A3')}${plain(' non')}`, '☒ oui ☐ non'],
    ['letters set in Wingdings', `${inFont('Wingdings', 'þ')}${plain(' oui ')}${inFont('Wingdings', 'q')}${plain(' non')}`, '☒ oui ☐ non'],
    ['a sign of Symbol', `${plain('âge ')}${sym('Symbol', 'F0B3')}${plain(' 3 ans')}`, 'âge ≥ 3 ans'],
    ['a form field that is ticked', `${formField('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>')}${plain(' oui')}`, '☒ oui'],
    ['a form field ticked by default', `${formField('<w:checkBox><w:default w:val="1"/></w:checkBox>')}${plain(' oui')}`, '☒ oui'],
    ['a form field that was unticked', `${formField('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>')}${plain(' oui')}`, '☐ oui'],
    ['the choice of a drop-down form field', `${plain('Type : ')}${formField(`<w:ddList><w:result w:val="1"/>${entries}</w:ddList>`)}`, 'Type : EPCI'],
    ['the first choice of a drop-down form field', `${plain('Type : ')}${formField(`<w:ddList>${entries}</w:ddList>`)}`, 'Type : Commune'],
  ])('reads %s', async (_name, runs, expected) => {
    const styles =
      '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Exposant"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>'
    expect(sketch(await documentOf(makeDocx(`<w:p>${runs}</w:p>`, { 'word/styles.xml': styles }), 'a.docx'))).toEqual([expected])
  })

  test('tells that comments were left out', async () => {
    const document = await documentOf(makeDocx(p('texte'), { 'word/comments.xml': '<w:comments xmlns:w="w"/>' }), 'a.docx')
    expect(document.warnings.map(({ code }) => code)).toEqual(['comments_ignored'])
  })
})

describe('PPTX', () => {
  test('gives a page per slide, titles, lines and notes, without the furniture', async () => {
    const slide = { title: 'Plan climat', lines: ['Isoler', 'Planter'], note: 'rappeler le coût' }
    const document = await documentOf(makePptx([slide, { title: 'Fin', lines: [] }]), 'a.pptx')
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2])
    expect(sketch(document)).toEqual(['h2 Plan climat', '- Isoler', '- Planter', 'Note de l’orateur : rappeler le coût', 'h2 Fin'])
  })
})

test('a table after the number of a slide is read', async () => {
  const text = (value: string) => `<a:p><a:r><a:t>${value}</a:t></a:r></a:p>`
  const shape = (type: string, value: string) => `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${text(value)}</p:txBody></p:sp>`
  const cells = (...values: string[]) => `<a:tr>${values.map((value) => `<a:tc><a:txBody>${text(value)}</a:txBody></a:tc>`).join('')}</a:tr>`
  const table = (name: string) => `<p:graphicFrame><a:graphic><a:tbl>${cells('Poste', 'Montant')}${cells(name, '12')}</a:tbl></a:graphic></p:graphicFrame>`
  const after = (['sldNum', 'ftr', 'dt'] as const).map((type) => shape(type, '7') + table(type)).join('')
  const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape('title', 'Budget')}${after}<p:sp><p:txBody>${text('Fin')}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
  const pptx = makePptx([{ title: '', lines: [] }], { 'ppt/slides/slide0.xml': slide })
  expect(sketch(await documentOf(pptx, 'a.pptx'))).toEqual([
    'h2 Budget',
    'th Poste|Montant/sldNum|12',
    'th Poste|Montant/ftr|12',
    'th Poste|Montant/dt|12',
    '- Fin',
  ])
})

test('the text after a picture that takes the place of a title is none', async () => {
  const picture = '<p:pic><p:nvPicPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvPicPr></p:pic>'
  const shape = '<p:sp><p:txBody><a:p><a:r><a:t>Isoler</a:t></a:r></a:p></p:txBody></p:sp>'
  const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${picture}${shape}</p:spTree></p:cSld></p:sld>`
  const pptx = makePptx([{ title: '', lines: [] }], { 'ppt/slides/slide0.xml': slide })
  expect(sketch(await documentOf(pptx, 'a.pptx'))).toEqual(['- Isoler'])
})

describe('ODF', () => {
  test('reads headings, lists, tables and soft page breaks of a text', async () => {
    const body =
      '<office:text><text:h text:outline-level="2">Titre</text:h><text:p>Deux<text:s text:c="3"/>mots</text:p><text:list><text:list-item><text:p>point</text:p></text:list-item></text:list>' +
      '<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell></table:table-row></table:table-header-rows></table:table>' +
      '<text:soft-page-break/><text:p>page deux<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>' +
      '<text:p text:style-name="P1">page trois</text:p></office:text>'
    const breaking = '<style:style style:name="P1"><style:paragraph-properties fo:break-before="page"/></style:style>'
    const document = await documentOf(makeOdf('text', body, breaking), 'a.odt')
    expect(sketch(document)).toEqual(['h2 Titre', 'Deux mots', '- point', 'th A', 'page deux [note : note]', 'page trois'])
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2, 3])
  })

  test('puts the rows of a table under their pages, its header above each part', async () => {
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
    const row = (first: string, second: string) => `<table:table-row>${cell(first)}${cell(second)}</table:table-row>`
    const rows = `${row('Poste', 'Montant')}${row('Écoles', '12 000 €')}<text:soft-page-break/>${row('Voirie', '8 000 €')}`
    const document = await documentOf(makeOdf('text', `<office:text><table:table>${rows}</table:table></office:text>`), 'a.odt')
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2])
    expect(sketch(document)).toEqual(['th Poste|Montant/Écoles|12 000 €', 'th Poste|Montant/Voirie|8 000 €'])
    const sheet = await documentOf(makeOdf('spreadsheet', `<office:spreadsheet><table:table>${rows}</table:table></office:spreadsheet>`), 'a.ods')
    expect(sketch(sheet)).toEqual(['th Poste|Montant/Écoles|12 000 €/Voirie|8 000 €'])
  })

  test('reads every sheet, and a value repeated over rows', async () => {
    const row = (cells: string, rows = 1) => `<table:table-row table:number-rows-repeated="${rows}">${cells}</table:table-row>`
    const cell = (text: string, repeat = 1) => `<table:table-cell table:number-columns-repeated="${repeat}"><text:p>${text}</text:p></table:table-cell>`
    const sheet = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`
    const body = `<office:spreadsheet>${sheet('Une', row(cell('Mois') + cell('Actes')) + row(cell('mai') + cell('4'), 2))}${sheet('Deux', row(cell('x', 3)))}</office:spreadsheet>`
    const document = await documentOf(makeOdf('spreadsheet', body), 'a.ods')
    expect(document.pages.map(({ label }) => label)).toEqual(['Une', 'Deux'])
    expect(sketch(document)).toEqual(['th Mois|Actes/mai|4/mai|4', 'x|x|x'])
  })

  const cells = (text: string, times = 1) =>
    `<table:table-cell table:number-columns-repeated="${times}">${text && `<text:p>${text}</text:p>`}</table:table-cell>`
  const sheetOf = (...rows: [cells: string, times?: number][]) => {
    const all = rows.map(([inside, times = 1]) => `<table:table-row table:number-rows-repeated="${times}">${inside}</table:table-row>`).join('')
    return documentOf(makeOdf('spreadsheet', `<office:spreadsheet><table:table>${all}</table:table></office:spreadsheet>`), 'a.ods')
  }

  test('keeps a value in its column after many empty ones, and says when columns were left out', async () => {
    const document = await sheetOf([cells('a') + cells('', 100) + cells('b') + cells('', 16_282)])
    const [block] = document.pages[0]!.blocks
    expect(block).toMatchObject({ kind: 'table', rows: [['a', ...Array.from({ length: 100 }, () => ''), 'b']] })
    expect(document.warnings).toEqual([])
    const wide = await sheetOf([cells('a') + cells('', 299) + cells('b')], [cells('c') + cells('', 299) + cells('d')])
    expect(sketch(wide)).toEqual(['a/c'])
    expect(wide.warnings).toEqual([columnsTruncated])
  })

  test('says when a row that repeats was left out', async () => {
    const document = await sheetOf([cells('a'), 64], [cells('', 1_024), 1_000_000], [cells('b'), 65])
    expect(sketch(document)).toEqual([[...Array.from({ length: 64 }, () => 'a'), ...Array.from({ length: 64 }, () => 'b')].join('/')])
    expect(document.warnings).toEqual([{ code: 'rows_truncated', message: 'Une ligne répétée plus de 64 fois n’a été lue que 64 fois.' }])
  })

  test('reads slides', async () => {
    const body =
      '<office:presentation><draw:page draw:name="Accueil"><text:p>Bonjour</text:p></draw:page><draw:page draw:name="page2"><text:p>Fin</text:p></draw:page></office:presentation>'
    const document = await documentOf(makeOdf('presentation', body), 'a.odp')
    expect(document.pages.map(({ page, label }) => `${page} ${label}`)).toEqual(['1 Accueil', '2 null'])
  })
})

test.each(['constructor', '__proto__', 'toString'])('an element called %s is only unknown', async (name) => {
  expect(sketch(await documentOf(makeDocx(`<${name}>${p('Le conseil approuve.')}</${name}>`), 'a.docx'))).toEqual(['Le conseil approuve.'])
  const odt = makeOdf('text', `<office:text><${name}><text:p>Le conseil approuve.</text:p></${name}></office:text>`)
  expect(sketch(await documentOf(odt, 'a.odt'))).toEqual(['Le conseil approuve.'])
})

test('a table in a cell stands in the text of that cell, after what comes before it', async () => {
  const cell = (inside: string) => `<table:table-cell>${inside}</table:table-cell>`
  const table = (cells: string) => `<table:table><table:table-row>${cells}</table:table-row></table:table>`
  const inner = table(cell('<text:p>a</text:p>') + cell('<text:p>b</text:p>'))
  const framed = `<text:p>Avant<draw:frame><draw:text-box>${inner}</draw:text-box></draw:frame>après</text:p>`
  const odt = makeOdf('text', `<office:text>${table(cell(framed) + cell('<text:p>fin</text:p>'))}</office:text>`)
  expect(sketch(await documentOf(odt, 'a.odt'))).toEqual(['Avant ; a | b\naprès|fin'])
})

describe('XLSX', () => {
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`

  test('reads every sheet with values as displayed', async () => {
    const rows = `<row>${text('A1', 'Date')}${text('B1', 'Part')}${text('C1', 'Montant')}${text('D1', 'Code')}</row><row><c r="A2" s="1"><v>45352</v></c><c r="B2" s="2"><v>0.055</v></c><c r="C2" s="3"><v>1234.5</v></c><c r="D2"><v>34172</v></c></row>`
    const document = await documentOf(makeXlsx({ Budget: rows, Vide: '', 'cachée 1': `<row>${text('A1', 'x')}</row>` }), 'a.xlsx')
    expect(sketch(document)).toEqual(['th Date|Part|Montant|Code/01/03/2024|5,5 %|1\u202F234,5 €|34172', 'x'])
    expect(document.pages.map(({ label }) => label)).toEqual(['Budget', 'cachée 1'])
    expect(document.warnings).toEqual([{ code: 'hidden_sheet', message: 'La feuille masquée « cachée 1 » a été lue aussi.' }])
  })

  test('keeps cells in their column, reads shared strings, booleans and results of formulas', async () => {
    const rows =
      '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="str"><f>A1</f><v>calculé</v></c><c r="E1" t="e"><v>#REF!</v></c></row>'
    const strings = '<sst><si><r><t>parta</t></r><r><t>gé</t></r><rPh><t>phon</t></rPh></si></sst>'
    const document = await documentOf(makeXlsx({ A: rows }, { 'xl/sharedStrings.xml': strings }), 'a.xlsx')
    expect(sketch(document)).toEqual(['partagé||VRAI|calculé'])
  })

  test('says when columns were left out, in any format', async () => {
    const document = await documentOf(makeXlsx({ A: `<row>${text('A1', 'a')}${text('KN1', 'b')}</row>`.repeat(2) }), 'a.xlsx')
    expect(sketch(document)).toEqual(['a/a'])
    expect(document.warnings).toEqual([columnsTruncated])
    const row = ['a', '', 'b']
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([row]), 'Une')
    for (const [bytes, name] of [
      [row.join(';'), 'a.csv'],
      [`<html><table><tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr></table></html>`, 'a.html'],
      [new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer), 'a.xls'],
    ] as const) {
      const narrow = await documentOf(bytes, name, { limits: { columns: 2 } })
      expect(narrow.warnings).toEqual([{ code: 'columns_truncated', message: 'Seules les 2 premières colonnes ont été lues.' }])
    }
    const full = await documentOf(makeXlsx({ A: `<row>${text('A1', 'a')}${text('IV1', 'b')}<c r="KN1" t="e"><v>#REF!</v></c></row>` }), 'a.xlsx')
    expect(full.warnings).toEqual([])
  })

  test('says when rows were left out', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => `<row>${text(`A${i + 1}`, `ligne ${i}`)}</row>`).join('')
    const document = await documentOf(makeXlsx({ A: rows }), 'a.xlsx', { limits: { rowsPerSheet: 3 } })
    expect(sketch(document)).toEqual(['ligne 0/ligne 1/ligne 2'])
    expect(document.warnings.map(({ code }) => code)).toEqual(['rows_truncated'])
  })
})
