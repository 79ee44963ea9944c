import { describe, expect, test } from 'vitest'
import type { ExtractedDocument } from '../../port.ts'
import { makeDocx, wordParagraph as p } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

/** Returns the number of each page and of its blocks. */
const counted = ({ pages }: ExtractedDocument) => ({ pages: pages.map(({ page }) => page), blocks: pages.map(({ blocks }) => blocks.length) })

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

  test('tells that comments were left out', async () => {
    const document = await documentOf(makeDocx(p('texte'), { 'word/comments.xml': '<w:comments xmlns:w="w"/>' }), 'a.docx')
    expect(document.warnings.map(({ code }) => code)).toEqual(['comments_ignored'])
  })
})
