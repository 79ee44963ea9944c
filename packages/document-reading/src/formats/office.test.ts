import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { makeDocx, makeOdf, makePptx, makeXlsx, wordParagraph as p } from '../testing/office-fixtures.ts'
import { documentOf, sketch } from '../testing/parse-fixture.ts'

const columnsTruncated = { code: 'columns_truncated', message: 'Seules les 256 premières colonnes ont été lues.' }

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
    expect(sketch(document)).toEqual(['partagé||VRAI|calculé|#REF!'])
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
    const full = await documentOf(makeXlsx({ A: `<row>${text('A1', 'a')}${text('IV1', 'b')}<c r="KN1"/></row>` }), 'a.xlsx')
    expect(full.warnings).toEqual([])
  })

  test('says when rows were left out', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => `<row>${text(`A${i + 1}`, `ligne ${i}`)}</row>`).join('')
    const document = await documentOf(makeXlsx({ A: rows }), 'a.xlsx', { limits: { rowsPerSheet: 3 } })
    expect(sketch(document)).toEqual(['ligne 0/ligne 1/ligne 2'])
    expect(document.warnings.map(({ code }) => code)).toEqual(['rows_truncated'])
  })
})
