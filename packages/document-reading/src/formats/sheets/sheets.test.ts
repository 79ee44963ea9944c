import * as xlsx from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { makeRelationships, makeXlsx } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
const row = (cells: string, attributes = '') => `<row ${attributes}>${cells}</row>`

/** Makes a workbook of one sheet, « Budget », from the XML of the sheet and other `parts`. */
const workbookOf = (sheet: string, parts: Record<string, string> = {}) =>
  makeXlsx({ Budget: '' }, { 'xl/worksheets/sheet0.xml': `<worksheet xmlns:r="r">${sheet}</worksheet>`, ...parts })

const read = async (sheet: string, parts?: Record<string, string>) => {
  const document = await documentOf(workbookOf(sheet, parts), 'a.xlsx')
  return { blocks: sketch(document), warnings: document.warnings.map(({ code, message }) => `${code} ${message}`) }
}

describe('hidden rows and columns of XLSX', () => {
  const cells = (nth: number) => row(text(`A${nth}`, 'a') + text(`B${nth}`, 'b') + text(`D${nth}`, 'd'), `r="${nth}"`)
  test.each([
    ['a hidden row', '', 'hidden="1"', '1 ligne masquée de la feuille « Budget » a été lue aussi.'],
    ['a row of no height', '', 'ht="0" customHeight="1"', '1 ligne masquée de la feuille « Budget » a été lue aussi.'],
    ['hidden columns', '<cols><col min="2" max="4" hidden="true"/></cols>', '', '2 colonnes masquées de la feuille « Budget » ont été lues aussi.'],
    ['a column of no width', '<cols><col min="1" max="1" width="0"/></cols>', '', '1 colonne masquée de la feuille « Budget » a été lue aussi.'],
    [
      'a closed group of columns and a filtered row',
      '<cols><col min="4" max="9" hidden="1" outlineLevel="1"/></cols>',
      'hidden="1"',
      '1 ligne masquée et 1 colonne masquée de la feuille « Budget » ont été lues aussi.',
    ],
  ])('%s is read and named', async (_name, columns, attributes, message) => {
    const { blocks, warnings } = await read(`${columns}<sheetData>${cells(1)}${row(text('A2', 'x'), attributes)}</sheetData>`)
    expect(blocks).toEqual(['a|b||d/x'])
    expect(warnings).toEqual([`hidden_rows ${message}`])
  })

  test('a hidden row or column without a text is not named', async () => {
    const { warnings } = await read(`<cols><col min="3" max="3" hidden="1"/></cols><sheetData>${cells(1)}${row('<c r="A2"/>', 'hidden="1"')}</sheetData>`)
    expect(warnings).toEqual([])
  })
})

describe('formulas without a stored value', () => {
  const formulas = (...cells: string[]) => `<sheetData>${cells.map((cell, nth) => row(cell, `r="${nth + 1}"`)).join('')}${row(text('Z9', 'fin'))}</sheetData>`
  const end = `${'|'.repeat(25)}fin`
  const ending = 'Ouvrez le fichier dans un tableur, puis enregistrez-le.'
  test.each([
    ['<c r="B1"><f>SUM(A1:A2)</f></c>', `1 formule sans valeur enregistrée : « Budget » B1. ${ending}`],
    ['<c><f>A2</f><v/></c><c r="AB1" t="str"><f>A2</f></c>', `2 formules sans valeur enregistrée : « Budget » A1, AB1. ${ending}`],
  ])('%s is named', async (cells, message) => {
    expect((await read(formulas(cells) + `<x/>`)).warnings).toEqual([`formulas_without_value ${message}`])
  })

  test('a formula whose value is an empty text, zero or an error has a value', async () => {
    const cells = '<c r="A1" t="str"><f>B1</f><v></v></c><c r="B1"><f>0</f><v>0</v></c><c r="C1" t="e"><f>D1/0</f><v>#DIV/0!</v></c>'
    expect(await read(formulas(cells))).toEqual({ blocks: [`|0|#DIV/0!/${end}`], warnings: [] })
  })

  test('zeros of a program that computes nothing are no values', async () => {
    const workbook = (settings: string) => ({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Budget" r:id="r0"/></sheets>${settings}</workbook>`,
    })
    const cells = `${text('A1', 'Total')}<c r="B1"><f>B2+B3</f><v>0</v></c>`
    expect(await read(formulas(cells), workbook('<calcPr calcId="1" fullCalcOnLoad="1"/>'))).toEqual({
      blocks: [`Total/${end}`],
      warnings: [`formulas_without_value 1 formule sans valeur enregistrée : « Budget » B1. ${ending}`],
    })
    expect((await read(formulas(cells), workbook('<calcPr calcId="1"/>'))).blocks).toEqual([`Total|0/${end}`])
    expect((await read(formulas(`${cells}<c r="C1"><f>1+1</f><v>2</v></c>`), workbook('<calcPr fullCalcOnLoad="1"/>'))).blocks).toEqual([`Total|0|2/${end}`])
  })

  test('a long list of cells ends', async () => {
    const [warning] = (await read(formulas(...Array.from({ length: 2_000 }, (_, nth) => `<c r="A${nth + 1}"><f>1</f></c>`)))).warnings
    expect(warning).toContain('2\u202F000 formules sans valeur enregistrée : « Budget » A1, A2')
    expect(warning).toContain('A10…')
  })
})

test('error cells and ISO dates of XLSX are read as they are shown', async () => {
  const cells = ['2026-03-12T00:00:00', '2026-03-12', '2026-03-12T14:30:00Z', 'bientôt'].map((date) => `<c t="d"><v>${date}</v></c>`).join('')
  const errors = ['#REF!', '#DIV/0!', '#N/A'].map((error) => `<c t="e"><v>${error}</v></c>`).join('')
  expect((await read(`<sheetData>${row(cells)}${row(errors)}</sheetData>`)).blocks).toEqual([
    '12/03/2026|12/03/2026|12/03/2026 14:30|bientôt/#REF!|#DIV/0!|#N/A',
  ])
})

test('exponents of cells and of shared texts are read as they are drawn', async () => {
  const rich = (before: string, position: string, raised: string) =>
    `<r><t>${before}</t></r><r><rPr><vertAlign val="${position}"/></rPr><t>${raised}</t></r><r><rPr/><t xml:space="preserve"> fin</t></r>`
  const cells = `<c t="inlineStr"><is>${rich('10', 'superscript', '3')}</is></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c>`
  const strings = `<sst><si>${rich('CO', 'subscript', '2')}</si><si>${rich('1', 'superscript', 'er')}</si></sst>`
  expect((await read(`<sheetData>${row(cells)}</sheetData>`, { 'xl/sharedStrings.xml': strings })).blocks).toEqual(['10³ fin|CO₂ fin|1er fin'])
})

test('headers and footers of printed pages are kept once, as what repeats', async () => {
  const headers =
    '<headerFooter differentFirst="1"><oddHeader>&amp;C&amp;"Arial,Gras"&amp;14Ville de Valmont</oddHeader><oddFooter>&amp;LBudget R&amp;&amp;D 2026&amp;R&amp;&quot;Arial,Normal&quot;&amp;12Page &amp;P sur &amp;N</oddFooter>' +
    '<evenHeader>Pages paires</evenHeader><firstHeader>&amp;LPremière page&amp;G</firstHeader></headerFooter>'
  expect((await read(`<sheetData>${row(text('A1', 'x'))}</sheetData>${headers}`)).blocks).toEqual([
    'x',
    '~Ville de Valmont',
    '~Budget R&D 2026',
    '~Première page',
  ])
})

test('a number format adds its text to texts', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;Réf. &quot;@"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>'
  const cell = '<c s="1" t="inlineStr"><is><t>A12</t><rPh><t>phon</t></rPh></is></c>'
  expect((await read(`<sheetData>${row(cell)}</sheetData>`, { 'xl/styles.xml': styles })).blocks).toEqual(['Réf. A12'])
})

test('struck-through cells and parts of cells are read and named', async () => {
  const styles =
    '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>'
  const cells = '<c r="A1" s="1"><v>9</v></c><c r="B1" t="inlineStr"><is><r><rPr><strike/></rPr><t>avant</t></r><r><t> après</t></r></is></c>'
  expect(await read(`<sheetData>${row(cells)}</sheetData>`, { 'xl/styles.xml': styles })).toEqual({
    blocks: ['9|avant après'],
    warnings: ['struck_text Texte barré, lu comme le reste : « 9 », « avant ». Vérifiez s’il est supprimé.'],
  })
})

describe('drawings of XLSX', () => {
  const shape = (inside: string, about = '<xdr:cNvPr id="2" name="Zone"/>') =>
    `<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr>${about}</xdr:nvSpPr><xdr:txBody>${inside}</xdr:txBody></xdr:sp></xdr:twoCellAnchor>`
  const line = (value: string) => `<a:p><a:r><a:t>${value}</a:t></a:r></a:p>`
  const withDrawing = (drawing: string, sheet = '', relations: { id: string; target: string; type: string }[] = []) =>
    read(`<sheetData>${row(text('A1', 'Poste'))}</sheetData>${sheet}`, {
      'xl/worksheets/_rels/sheet0.xml.rels': makeRelationships([{ id: 'd', target: '../drawings/drawing1.xml', type: 'drawing' }, ...relations]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:mc="m" xmlns:r="r" xmlns:c="c">${drawing}</xdr:wsDr>`,
      'xl/ctrlProps/ctrlProp1.xml': '<formControlPr objectType="CheckBox" checked="Checked"/>',
      'xl/ctrlProps/ctrlProp2.xml': '<formControlPr objectType="Radio"/>',
    })

  test('text boxes, shapes and groups are read after the table', async () => {
    const group = `<xdr:grpSp>${shape(line('dans un groupe'))}</xdr:grpSp>`
    const { blocks, warnings } = await withDrawing(
      shape(`${line('Crédits')}<a:p><a:r><a:t>au </a:t></a:r><a:br/><a:fld><a:t>3 avril</a:t></a:fld></a:p>`) + group,
    )
    expect(blocks).toEqual(['Poste', 'Crédits\nau\n3 avril', 'dans un groupe'])
    expect(warnings).toEqual([])
  })

  test('an exponent of a shape is one, and the other form of a drawing is not read twice', async () => {
    const power = '<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>3</a:t></a:r><a:r><a:rPr/><a:t> litres</a:t></a:r></a:p>'
    const choice = `<mc:AlternateContent><mc:Choice>${shape(power)}</mc:Choice><mc:Fallback>${shape(power)}</mc:Fallback></mc:AlternateContent>`
    expect((await withDrawing(choice)).blocks).toEqual(['Poste', '10³ litres'])
  })

  test('check boxes show whether they are ticked; a hidden shape is left out', async () => {
    const control = (id: number) => shape(line(`avis ${id}`), `<xdr:cNvPr id="${id}" hidden="1"/>`)
    const controls = '<controls><control shapeId="7" r:id="c1"/><control shapeId="8" r:id="c2"/></controls>'
    const { blocks, warnings } = await withDrawing(control(7) + control(8) + control(9), controls, [
      { id: 'c1', target: '../ctrlProps/ctrlProp1.xml', type: 'ctrlProp' },
      { id: 'c2', target: '../ctrlProps/ctrlProp2.xml', type: 'ctrlProp' },
    ])
    expect(blocks).toEqual(['Poste', '☒ avis 7', '☐ avis 8'])
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(['hidden_content'])
  })

  test('pictures and objects are named', async () => {
    const pictures = '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3"/></xdr:nvPicPr></xdr:pic>'.repeat(2)
    const { warnings } = await withDrawing(pictures, '', [{ id: 'o', target: '../embeddings/oleObject1.bin', type: 'oleObject' }])
    expect(warnings).toEqual(['content_unread Contenu non lu de la feuille « Budget » : 2 images, 1 objet incorporé.'])
  })
})

describe('XLS', () => {
  const record = (type: number, ...data: number[]) => [type & 255, type >> 8, data.length & 255, data.length >> 8, ...data]
  const object = (type: number, ...more: number[]) => record(0x5d, 0x15, 0, 18, 0, type, 0, 1, 0, ...Array.from({ length: 14 }, () => 0), ...more)
  const textObject = (value: string, wide = false) => {
    const bytes = wide ? [...Buffer.from(value, 'utf16le')] : [...Buffer.from(value, 'latin1')]
    return [...record(0x1b6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, value.length, 0, 0, 0, 0, 0, 0, 0), ...record(0x3c, wide ? 1 : 0, ...bytes)]
  }

  /** Makes a workbook of one sheet, « Une », with records added before the end of the sheet. */
  function makeXls(rows: xlsx.CellObject[][], records: number[] = []): Uint8Array {
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'Une')
    const file = xlsx.CFB.read(new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer), { type: 'array' })
    const stream = Buffer.from(xlsx.CFB.find(file, '/Workbook')!.content as Uint8Array)
    xlsx.CFB.utils.cfb_add(file, '/Workbook', Buffer.concat([stream.subarray(0, -4), Buffer.from(records), stream.subarray(-4)]))
    return new Uint8Array(xlsx.CFB.write(file, { type: 'buffer' }) as Buffer)
  }
  const s = (v: string): xlsx.CellObject => ({ t: 's', v })
  const readXls = async (bytes: Uint8Array) => {
    const document = await documentOf(bytes, 'a.xls')
    return { blocks: sketch(document), warnings: document.warnings.map(({ message }) => message) }
  }

  test('errors, fractions and units are read as they are shown', async () => {
    const cells: xlsx.CellObject[] = [
      { t: 'e', v: 0x17 },
      { t: 'e', v: 0x07 },
      { t: 'n', v: 12.75, z: '# ??/??' },
      { t: 'n', v: 12, z: '0" agents"' },
      { t: 'n', v: 350_000, z: '#,##0,"k€"' },
      { t: 'n', v: 1004, z: '00000' },
    ]
    expect((await readXls(makeXls([cells]))).blocks).toEqual(['#REF!|#DIV/0!|12 3/4|12 agents|350 k€|01004'])
  })

  test('hidden rows and columns are read and named', async () => {
    const columns = record(0x7d, 1, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0)
    const hiddenRow = (nth: number) => record(0x208, nth, 0, 0, 0, 2, 0, 255, 0, 0, 0, 0, 0, 0x20, 0, 0, 0)
    const { blocks, warnings } = await readXls(makeXls([[s('a'), s('b')], [s('c')], [s('d')]], [...columns, ...hiddenRow(1), ...hiddenRow(2)]))
    expect(blocks).toEqual(['a|b/c/d'])
    expect(warnings).toEqual(['2 lignes masquées et 1 colonne masquée de la feuille « Une » ont été lues aussi.'])
  })

  test('text boxes and check boxes are read after the table; charts, pictures and comments are named', async () => {
    const ticked = [0x12, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    const records = [
      ...object(6),
      ...textObject('Crédits reportés\rau budget'),
      ...object(0x0b, ...ticked),
      ...textObject('Avis favorable – œuvre', true),
      ...object(0x0c),
      ...textObject('Reporté'),
      ...object(5),
      ...object(8),
      ...object(0x19),
      ...textObject('commentaire'),
      ...record(0x1c, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
    ]
    expect(await readXls(makeXls([[s('Poste')]], records))).toEqual({
      blocks: ['Poste', 'Crédits reportés\nau budget', '☒ Avis favorable – œuvre', '☐ Reporté'],
      warnings: ['Les commentaires du classeur n’ont pas été lus.', 'Contenu non lu de la feuille « Une » : 1 graphique, 1 image.'],
    })
  })
})
