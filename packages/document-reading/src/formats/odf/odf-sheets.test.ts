import { describe, expect, test } from 'vitest'
import { blocksOfOdf as blocksOf, odfFrame as frame, odfParagraph as p, sketchOdf as read } from '../../testing/odf-fixture.ts'

describe('sheets', () => {
  const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${text && p(text)}</table:table-cell>`
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
  const column = (attributes: string) => `<table:table-column ${attributes}/>`
  const sheet = (inside: string, attributes = 'table:name="Budget"') => `<table:table ${attributes}>${inside}</table:table>`

  const thin =
    '<style:style style:name="ro0" style:family="table-row"><style:table-row-properties style:row-height="0cm"/></style:style>' +
    '<style:style style:name="co0" style:family="table-column"><style:table-column-properties style:column-width="0in"/></style:style>'
  const collapsed = 'table:visibility="collapse"'
  const cells = row(cell('a') + cell('b') + cell('c'))
  test.each([
    ['a hidden row', '', row(cell('x'), collapsed), '1 ligne masquée de la feuille « Budget » a été lue aussi.'],
    [
      'filtered rows',
      '',
      row(cell('x'), 'table:visibility="filter" table:number-rows-repeated="2"'),
      '2 lignes masquées de la feuille « Budget » ont été lues aussi.',
    ],
    ['a row of no height', '', row(cell('x'), 'table:style-name="ro0"'), '1 ligne masquée de la feuille « Budget » a été lue aussi.'],
    [
      'a closed group of rows',
      '',
      `<table:table-row-group table:display="false">${row(cell('x'))}</table:table-row-group>`,
      '1 ligne masquée de la feuille « Budget » a été lue aussi.',
    ],
    [
      'hidden columns',
      column('') + column(`${collapsed} table:number-columns-repeated="2"`),
      '',
      '2 colonnes masquées de la feuille « Budget » ont été lues aussi.',
    ],
    ['a column of no width', column('table:style-name="co0"'), '', '1 colonne masquée de la feuille « Budget » a été lue aussi.'],
  ])('%s is read and named', async (_name, columns, rows, message) => {
    const { blocks, warnings } = await read('ods', sheet(columns + cells + rows), { styles: thin })
    expect(blocks[0]).toContain('a|b|c')
    if (rows) expect(blocks[0]).toContain('x')
    expect(warnings).toEqual([`hidden_rows ${message}`])
  })

  test('empty hidden rows are not named; a hidden sheet is', async () => {
    const styles = '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const inside = cells + row('<table:table-cell/>', `${collapsed} table:number-rows-repeated="1000"`)
    expect((await read('ods', sheet(inside, 'table:name="Budget" table:style-name="ta1"'), { styles })).warnings).toEqual([
      'hidden_sheet La feuille masquée « Budget » a été lue aussi.',
    ])
  })

  test('formulas without a value are named', async () => {
    const formula = 'table:formula="of:=SUM([.A1:.A2])"'
    const rows = [
      cell('x') + cell('', formula),
      cell('', `${formula} office:value-type="float" office:value="0"`) + cell('', `${formula} office:value-type="string"`),
      `<table:table-cell table:number-columns-repeated="2"/>${cell('', `${formula} office:value-type="float"`)}`,
      cell('#REF!', `${formula} office:value-type="string"`),
    ]
    expect(await read('ods', sheet(rows.map((inside) => row(inside)).join('')))).toEqual({
      blocks: ['x/0/#REF!'],
      warnings: ['formulas_without_value 2 formules sans valeur enregistrée : « Budget » B1, C3. Ouvrez le fichier dans un tableur, puis enregistrez-le.'],
    })
  })

  test.each([
    ['office:value-type="float" office:value="1234.5"', '1\u202F234,5'],
    ['office:value-type="float" office:value="34172"', '34172'],
    ['office:value-type="percentage" office:value="0.055"', '5,5 %'],
    ['office:value-type="currency" office:currency="EUR" office:value="12.5"', '12,5 €'],
    ['office:value-type="currency" office:currency="CHF" office:value="5"', '5 CHF'],
    ['office:value-type="date" office:date-value="2026-03-12"', '12/03/2026'],
    ['office:value-type="date" office:date-value="2026-03-12T14:30:00"', '12/03/2026 14:30'],
    ['office:value-type="time" office:time-value="PT35H30M00S"', '35:30'],
    ['office:value-type="boolean" office:boolean-value="true"', 'VRAI'],
    ['office:value-type="string" office:string-value="00123"', '00123'],
  ])('a cell without a text shows its value: %s', async (attributes, text) => {
    expect(await blocksOf('ods', sheet(row(cell('', attributes))))).toEqual([text])
  })

  test('text boxes, shapes and pictures of a sheet: the texts are read after its table, once', async () => {
    const box = frame(`<draw:text-box>${p('Crédits reportés')}${p('au budget')}</draw:text-box>`)
    const shape = `<draw:custom-shape>${p('Voir annexe')}</draw:custom-shape>`
    const picture = frame('<draw:image xlink:href="Pictures/a.png"/>')
    const body = sheet(`<table:shapes>${shape}${picture}</table:shapes>${row(`<table:table-cell>${p('Voirie')}${box}</table:table-cell>${cell('12')}`)}`)
    expect(await read('ods', body)).toEqual({
      blocks: ['Voirie|12', 'Voir annexe', 'Crédits reportés', 'au budget'],
      warnings: ['content_unread Contenu non lu : 1 image.'],
    })
  })
})
