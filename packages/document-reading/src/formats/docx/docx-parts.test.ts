import { describe, expect, test } from 'vitest'
import { makeDocx, makeRelationships, makeZip, wordParagraph as p } from '../../testing/office-fixtures.ts'
import { documentOf, sketch } from '../../testing/parse-fixture.ts'

type Parts = Record<string, string | Uint8Array>
const related = (...entries: { id: string; type: string; target: string }[]): Parts => ({ 'word/_rels/document.xml.rels': makeRelationships(entries) })
const read = (body: string, parts: Parts = {}) => documentOf(makeDocx(body, parts), 'a.docx')
const linesOf = async (body: string, parts?: Parts) => sketch(await read(body, parts))

describe('imported pieces', () => {
  const chunk = (part: string, content: string | Uint8Array): Parts => ({ ...related({ id: 'k', type: 'aFChunk', target: part }), [`word/${part}`]: content })
  const around = `${p('avant')}<w:altChunk r:id="k"/>${p('après')}`
  const mht =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"; type="text/html"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><p>d=C3=A9lib=C3=A9ration</p></body></html>\r\n--b--\r\n'
  test.each<[string, string, string | Uint8Array, string[]]>([
    ['HTML', 'k.html', '<html><body><h2>Titre</h2><ul><li>point</li></ul></body></html>', ['h2 Titre', '- point']],
    ['HTML under another name', 'k.dat', '<!DOCTYPE html><html><body><p>importé</p></body></html>', ['importé']],
    ['MHT', 'k.mht', mht, ['délibération']],
    ['RTF', 'k.rtf', "{\\rtf1\\ansi R\\'e8glement\\par}", ['Règlement']],
    ['plain text', 'k.txt', 'premier\n\nsecond', ['premier', 'second']],
    ['a Word document', 'k.docx', makeDocx(p('dedans')), ['dedans']],
  ])('reads %s in its place', async (_name, part, content, expected) => {
    expect(await linesOf(around, chunk(part, content))).toEqual(['avant', ...expected, 'après'])
  })

  test('writes a piece of a cell in the cell', async () => {
    const table = `<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc><w:altChunk r:id="k"/>${p('b')}</w:tc></w:tr></w:tbl>`
    expect(await linesOf(table, chunk('k.html', '<p>importé</p><p>suite</p>'))).toEqual(['a|importé\nsuite\nb'])
  })

  test.each<[string, string, string | Uint8Array]>([
    ['of an unknown format', 'k.bin', '\u0001\u0002'],
    ['that is no document', 'k.docx', makeZip({ 'x.txt': 'x' })],
    ['in Word XML', 'k.xml', '<?xml version="1.0"?><pkg:package xmlns:pkg="p"/>'],
  ])('names a piece %s', async (_name, part, content) => {
    const document = await read(around, chunk(part, content))
    expect(sketch(document)).toEqual(['avant', 'après'])
    expect(document.warnings).toEqual([{ code: 'content_unread', message: 'Contenu non lu : 1 morceau importé.' }])
  })

  test('reads two levels of documents inside documents, and no more', async () => {
    const nest = (depth: number): Uint8Array => makeDocx(`${p(`niveau ${depth}`)}<w:altChunk r:id="k"/>`, depth < 4 ? chunk('k.docx', nest(depth + 1)) : {})
    const document = await documentOf(nest(0), 'a.docx')
    expect(sketch(document)).toEqual(['niveau 0', 'niveau 1', 'niveau 2'])
    expect(document.warnings.map(({ code }) => code)).toEqual(['content_unread'])
  })
})

describe('headers and footers', () => {
  const head = (inside: string, element = 'hdr') => `<w:${element} xmlns:w="w" xmlns:v="v">${inside}</w:${element}>`
  const reference = (kind: string, id: string, type = 'default') => `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`
  const run = (inside: string) => `<w:r>${inside}</w:r>`
  const pageField = `<w:fldSimple w:instr=" PAGE "><w:r><w:t>2</w:t></w:r></w:fldSimple>`
  const text = (value: string) => run(`<w:t xml:space="preserve">${value}</w:t>`)
  const readHead = (inside: string) =>
    linesOf(`${p('corps')}<w:sectPr>${reference('header', 'h')}</w:sectPr>`, {
      ...related({ id: 'h', type: 'header', target: 'h.xml' }),
      'word/h.xml': head(inside),
    })

  test('writes those of each section once, around the body', async () => {
    const entries = ['h1', 'h2', 'f1'].map((id) => ({ id, type: id.startsWith('h') ? 'header' : 'footer', target: `${id}.xml` }))
    const body =
      `<w:p><w:pPr><w:sectPr>${reference('header', 'h1')}${reference('footer', 'f1')}</w:sectPr></w:pPr><w:r><w:t>un</w:t></w:r></w:p>` +
      `${p('deux')}<w:sectPr>${reference('header', 'h2')}${reference('footer', 'f1')}</w:sectPr>`
    const parts = { 'word/h1.xml': head(p('Ville') + p('Arrêté')), 'word/h2.xml': head(p('Ville') + p('Annexe')), 'word/f1.xml': head(p('Transmis'), 'ftr') }
    expect(await linesOf(body, { ...related(...entries), ...parts })).toEqual(['~Ville', '~Arrêté', '~Annexe', 'un', 'deux', '~Transmis'])
  })

  test.each([
    [false, false, ['~tous', 'corps']],
    [true, false, ['~tous', '~premier', 'corps']],
    [false, true, ['~tous', '~pair', 'corps']],
  ])('reads those of first (%s) and even pages (%s) where there are such pages', async (first, even, expected) => {
    const entries = ['d', 'p', 'e'].map((id) => ({ id, type: 'header', target: `${id}.xml` }))
    const section = `<w:sectPr>${reference('header', 'd')}${reference('header', 'p', 'first')}${reference('header', 'e', 'even')}${first ? '<w:titlePg/>' : ''}</w:sectPr>`
    const settings: Parts = even ? { 'word/settings.xml': '<w:settings xmlns:w="w"><w:evenAndOddHeaders/></w:settings>' } : {}
    const parts = { 'word/d.xml': head(p('tous')), 'word/p.xml': head(p('premier')), 'word/e.xml': head(p('pair')) }
    expect(await linesOf(p('corps') + section, { ...related(...entries), ...parts, ...settings })).toEqual(expected)
  })

  test('a header that is damaged takes nothing else away', async () => {
    const document = await read(`${p('corps')}<w:sectPr>${reference('header', 'h')}</w:sectPr>`, {
      ...related({ id: 'h', type: 'header', target: 'h.xml' }),
      'word/h.xml': '<w:hdr><w:p>',
    })
    expect(sketch(document)).toEqual(['corps'])
    expect(document.warnings).toEqual([{ code: 'content_unread', message: 'Contenu non lu : 1 en-tête ou pied de page.' }])
  })

  test.each([
    ['a page number alone', `<w:p>${pageField}</w:p>`, []],
    ['a page number among signs', `<w:p>${text('– ')}${pageField}${text(' –')}</w:p>`, []],
    ['a page of pages', `<w:p>${text('Page ')}${pageField}${text(' sur ')}${pageField}</w:p>`, []],
    ['a page number after a text', `<w:p>${text('Ville de Valmont – Page ')}${pageField}${text('/')}${pageField}</w:p>`, ['~Ville de Valmont']],
    [
      'the number of a complex field',
      `<w:p>${text('Arrêté n° 12 ')}${run('<w:fldChar w:fldCharType="begin"/>')}${run('<w:instrText>PAGE</w:instrText>')}${run('<w:fldChar w:fldCharType="separate"/>')}${text('7')}${run('<w:fldChar w:fldCharType="end"/>')}</w:p>`,
      ['~Arrêté n° 12'],
    ],
    ['a watermark', `<w:p>${run('<w:pict><v:shape><v:textpath string="PROJET"/></v:shape></w:pict>')}</w:p>`, ['~PROJET']],
    ['a table', `<w:tbl><w:tr><w:tc>${p('Service')}</w:tc><w:tc>${p('Voirie')}</w:tc></w:tr></w:tbl>`, ['~Service | Voirie']],
  ])('reads of %s the text', async (_name, inside, expected) => expect(await readHead(inside)).toEqual([...expected, 'corps']))
})

describe('what Word draws otherwise', () => {
  const dropCap = (text: string, kind = 'drop') => p(text, `<w:framePr w:dropCap="${kind}" w:lines="3"/>`)
  const prompt = (inside: string) => `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`
  test.each([
    ['a drop cap', dropCap('L') + p('e conseil'), ['Le conseil']],
    ['a drop cap in the margin, of a word', dropCap('À', 'margin') + p(' la séance'), ['À la séance']],
    ['a drop cap before an empty paragraph', dropCap('L') + p('') + p('e conseil'), ['Le conseil']],
    ['a drop cap that a table follows', `${dropCap('L')}<w:tbl><w:tr><w:tc>${p('a')}</w:tc></w:tr></w:tbl>`, ['L', 'a']],
    ['a frame that is no drop cap', p('cadre', '<w:framePr w:w="2000"/>') + p('texte'), ['cadre', 'texte']],
    ['no prompt of a field', `<w:p><w:r><w:t>Nom :</w:t></w:r>${prompt('<w:r><w:t>Cliquez ici</w:t></w:r>')}</w:p>`, ['Nom :']],
    ['no prompt of a paragraph', p('avant') + prompt(p('Cliquez ici')) + p('après'), ['avant', 'après']],
    [
      'no prompt of a cell',
      `<w:tbl><w:tr><w:tc>${p('Nom')}</w:tc>${prompt(`<w:tc>${p('Cliquez')}</w:tc>`)}<w:tc>${p('Fin')}</w:tc></w:tr></w:tbl>`,
      ['Nom||Fin'],
    ],
    [
      'an answer',
      '<w:p><w:sdt><w:sdtPr><w:showingPlcHdr w:val="0"/></w:sdtPr><w:sdtContent><w:r><w:t>Durand</w:t></w:r></w:sdtContent></w:sdt></w:p>',
      ['Durand'],
    ],
  ])('reads %s', async (_name, body, expected) => expect(await linesOf(body)).toEqual(expected))

  test.each(['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'http://purl.oclc.org/ooxml/wordprocessingml/main'])(
    'knows the names of %s under any prefix',
    async (namespace) => {
      const document = (prefix: string, xmlns: string) =>
        `<${prefix}document ${xmlns}="${namespace}" xmlns:v="${namespace}"><${prefix}body><${prefix}p><${prefix}pPr><${prefix}outlineLvl v:val="0"/></${prefix}pPr><${prefix}r><${prefix}t>Marché</${prefix}t></${prefix}r></${prefix}p></${prefix}body></${prefix}document>`
      expect(await linesOf('', { 'word/document.xml': document('ns0:', 'xmlns:ns0') })).toEqual(['h1 Marché'])
      expect(await linesOf('', { 'word/document.xml': document('', 'xmlns') })).toEqual(['h1 Marché'])
    },
  )

  test('a chart stands after the paragraph that anchors it, and one in a cell stands in the cell', async () => {
    const frame = '<w:r><w:drawing><c:chart xmlns:c="c" r:id="g"/></w:drawing></w:r>'
    const chart =
      '<c:chartSpace xmlns:c="c"><c:ser><c:tx><c:v>Voirie</c:v></c:tx><c:cat><c:pt idx="0"><c:v>2025</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>12</c:v></c:pt></c:val></c:ser></c:chartSpace>'
    const parts = { ...related({ id: 'g', type: 'chart', target: 'charts/c.xml' }), 'word/charts/c.xml': chart }
    expect(await linesOf(`<w:p>${frame}<w:r><w:t>Voir :</w:t></w:r></w:p>${p('Fin')}`, parts)).toEqual([
      'Voir :',
      'Graphique : Voirie',
      'th Catégorie|Voirie/2025|12',
      'Fin',
    ])
    expect(await linesOf(`<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc><w:p>${frame}</w:p></w:tc></w:tr></w:tbl>`, parts)).toEqual([
      'a|Graphique : Voirie\nCatégorie | Voirie\n2025 | 12',
    ])
  })

  test('reads the text of a locked canvas', async () => {
    const canvas = '<w:drawing><a:sp xmlns:a="a"><a:txBody><a:p><a:r><a:t>Plan de situation</a:t></a:r></a:p></a:txBody></a:sp></w:drawing>'
    expect(await linesOf(`<w:p><w:r>${canvas}<w:t>Voir :</w:t></w:r></w:p>`)).toEqual(['Voir :', 'Plan de situation'])
  })

  test('reads formulas, boxes and tables of notes', async () => {
    const note = `<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> payé </w:t></w:r><m:oMath><m:sSup><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sup><m:r><m:t>3</m:t></m:r></m:sup></m:sSup></m:oMath></w:p>`
    const part = `<w:endnotes xmlns:w="w" xmlns:m="m"><w:endnote w:type="separator" w:id="0">${p('trait')}</w:endnote><w:endnote w:id="2">${note}</w:endnote></w:endnotes>`
    const body = '<w:p><w:r><w:t>Coût</w:t><w:endnoteReference w:id="2"/></w:r></w:p>'
    expect(await linesOf(body, { 'word/endnotes.xml': part })).toEqual(['Coût [note : ☒ payé 10³]'])
  })

  test('names objects, videos, controls and deletions', async () => {
    const object = (program: string) => `<w:r><w:object><o:OLEObject xmlns:o="o" ProgID="${program}" r:id="o"/></w:object></w:r>`
    const deleted = '<w:del><w:r><w:delText>ancien</w:delText></w:r></w:del>'
    const body = `<w:p>${object('Excel.Sheet.12')}${object('AcroExch.Document.DC')}${object('Equation.3')}<w:r><w:t>texte</w:t></w:r>${deleted}</w:p>`
    const document = await read(body)
    expect(sketch(document)).toEqual(['texte'])
    expect(document.warnings).toEqual([
      {
        code: 'content_unread',
        message: 'Contenu non lu : 2 objets incorporés (Excel, PDF), 1 formule (éditeur d’équations), 1 suppression en suivi des modifications.',
      },
    ])
  })
})
