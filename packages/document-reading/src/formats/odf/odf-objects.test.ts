import { describe, expect, test } from 'vitest'
import { odfContent as content, blocksOfOdf as blocksOf, odfFrame as frame, odfParagraph as p, sketchOdf as read } from '../../testing/odf-fixture.ts'

const object = (folder: string) => frame(`<draw:object xlink:href="./${folder}"/><draw:image xlink:href="./ObjectReplacements/${folder}"/>`)

describe('objects', () => {
  const math = (inside: string) =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${inside}</mrow><annotation>x over y</annotation></semantics></math>`
  const mi = (letter: string) => `<mi>${letter}</mi>`
  const fraction = (above: string, under: string) => `<mfrac>${above}${under}</mfrac>`
  const sum = `<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>`
  test.each([
    [`${mi('QF')}<mo>=</mo>${fraction(mi('R'), '<mn>12</mn>')}`, 'QF=R/12'],
    [fraction(sum, sum), '(a+b)/(a+b)'],
    [fraction(`<mrow><mo>(</mo>${sum}<mo>)</mo></mrow>`, mi('c')), '(a+b)/c'],
    ['<msup><mn>10</mn><mn>3</mn></msup>', '10³'],
    [`<msup><mi>x</mi>${sum}</msup>`, 'x^(a+b)'],
    ['<msub><mi>x</mi><mi>i</mi></msub>', 'x_i'],
    [`<msqrt>${sum}</msqrt>`, '√(a+b)'],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '∛(x)'],
    [`<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>`, '∑_(i=1)^n x_i'],
    [`<mn>2</mn>${fraction('<mn>1</mn>', '<mn>2</mn>')}`, '2 1/2'],
    [`<mfenced>${sum}</mfenced><mo>×</mo><mover><mi>x</mi><mo>¯</mo></mover>`, '(a+b)×x\u0305'],
  ])('reads the formula %s', async (inside, text) => {
    expect(await blocksOf('odt', p(`Soit ${object('Object 1')}, donc`), { objects: { 'Object 1': math(inside) } })).toEqual([`Soit ${text}, donc`])
  })

  const chart = (rows: [string, ...string[]][], title = 'Dépenses', axis = '') =>
    content(
      `<office:chart><chart:chart><chart:title>${p(title)}</chart:title><chart:plot-area><chart:axis chart:dimension="x"><chart:title>${p(axis)}</chart:title></chart:axis></chart:plot-area>` +
        `<table:table table:name="local-table">${rows
          .map(
            ([first, ...values], nth) =>
              `<table:table-row><table:table-cell>${p(first)}</table:table-cell>${values
                .map((value) => `<table:table-cell ${nth === 0 ? '' : `office:value-type="float" office:value="${value}"`}>${p(value)}</table:table-cell>`)
                .join('')}</table:table-row>`,
          )
          .join('')}</table:table></chart:chart></office:chart>`,
    )
  const values: [string, ...string[]][] = [
    ['', 'Voirie', 'Crèches'],
    ['2024', '1200.5', '87500'],
    ['2025', '1300', '90000'],
  ]
  const table = 'th Année|Voirie|Crèches/2024|1\u202F200,5|87500/2025|1300|90000'

  test('a chart is read after the paragraph, the slide or the table that shows it', async () => {
    const objects = { 'Object 1': chart(values, 'Dépenses', 'Année') }
    const expected = ['Graphique : Dépenses', table]
    expect(await read('odt', p(`Voir${object('Object 1')} ci-dessous`) + p('Fin'), { objects })).toEqual({
      blocks: ['Voir ci-dessous', ...expected, 'Fin'],
      warnings: [],
    })
    expect(await blocksOf('odp', `<draw:page>${object('Object 1')}</draw:page>`, { objects })).toEqual(expected)
    const sheet = `<table:table><table:shapes>${object('Object 1')}</table:shapes><table:table-row><table:table-cell>${p('x')}</table:table-cell></table:table-row></table:table>`
    expect(await blocksOf('ods', sheet, { objects })).toEqual(['x', ...expected])
    const cell = `<table:table><table:table-row><table:table-cell>${p(object('Object 1'))}</table:table-cell></table:table-row></table:table>`
    expect((await blocksOf('odt', cell, { objects }))[0]).toContain('2024 | 1\u202F200,5 | 87500')
  })

  test('a chart of 100,000 points is summarised, and named', async () => {
    const points = Array.from({ length: 100_000 }, (_, nth): [string, string] => [`j${nth}`, String(nth)])
    const { blocks, warnings } = await read('odt', p(object('Object 1')), { objects: { 'Object 1': chart([['', 'Passages'], ...points]) } })
    expect(blocks[1]).toContain('Passages|100\u202F000|0|99999')
    expect(warnings[0]).toContain('1 graphique dont les points sont résumés')
  })

  test('a sheet inside a text is read as a table; an object without a content, a damaged one and a picture are named', async () => {
    const inner = content(
      `<office:spreadsheet><table:table><table:table-row><table:table-cell>${p('Poste')}</table:table-cell><table:table-cell>${p('12')}</table:table-cell></table:table-row></table:table></office:spreadsheet>`,
    )
    const large = frame('<draw:image xlink:href="a.png"/>', 'svg:width="17cm" svg:height="15cm"')
    const logo = frame('<draw:image xlink:href="b.png"/>', 'svg:width="2cm" svg:height="30mm"')
    const body = p(`Voir${object('Object 1')}`) + p(object('Object 2') + object('Object 3') + frame('<draw:object-ole xlink:href="x"/>')) + p(large + logo)
    const nested = `<math>${'<mrow>'.repeat(1_000)}${'</mrow>'.repeat(1_000)}</math>`
    expect(await read('odt', body, { objects: { 'Object 1': inner, 'Object 2': '<a><b>', 'Object 3': nested } })).toEqual({
      blocks: ['Voir', 'Poste|12'],
      warnings: ['content_unread Contenu non lu : 3 objets incorporés, 1 image.'],
    })
  })
})
