import { createMarkdownReader, paragraph, text, withoutTitle } from '@parvis/markdown'
import { describe, expect, it } from 'vitest'
import { toDocx } from './docx/docx.ts'
import { cleanDocx } from './letterhead/clean-docx.ts'
import { cleanOdt } from './letterhead/clean-odt.ts'
import { docxFile, odtFile } from './letterhead/letterhead.fixture.ts'
import { toOdt } from './odt/odt.ts'
import type { DocumentReport } from './fill-letterhead.ts'
import { countElements, openParts, readStrictly, sampleText } from './testing/sample.ts'

const letterheads = { docx: await cleanDocx(docxFile()), odt: await cleanOdt(odtFile()) }
const title = 'Note de synthèse – École Œuvre-Saint-Cœur'
const origin = 'Texte généré par une intelligence artificielle.'

const reportOf = (markdown: string): DocumentReport => ({
  title,
  facts: ['Rédacteur de délibérations, 21 novembre 2026', 'Projet : Écoles 2026'],
  date: '2026-11-21T08:00:00.000Z',
  dateInWords: '21 novembre 2026',
  author: 'Mairie & Cie',
  description: origin,
  keywords: 'généré par IA',
  blocks: [...withoutTitle(createMarkdownReader().read(markdown, 1), title), paragraph('mention', text(origin))],
})

const report = reportOf(sampleText)
const docx = openParts(toDocx(report, letterheads.docx))
const odt = openParts(toOdt(report, letterheads.odt))

describe('every part', () => {
  it.each([...Object.entries(docx), ...Object.entries(odt).filter(([name]) => name !== 'mimetype')].filter(([, xml]) => xml.startsWith('<')))(
    '%s is well formed, its spaces named',
    (_, xml) => expect(() => readStrictly(xml)).not.toThrow(),
  )

  it('says nothing that asks for something outside (trust case INJ-07)', () => {
    const all = [...Object.values(docx), ...Object.values(odt)].join('')
    expect(all).not.toMatch(/javascript:|exfiltration\.invalid/)
    expect(all).not.toMatch(/<script|onerror=alert\(1\)>\s*</)
    const outside = [...docx['word/_rels/document.xml.rels']!.matchAll(/<Relationship [^>]*TargetMode="External"[^>]*>/g)]
    expect(outside).toHaveLength(1)
    expect(outside[0]![0]).toMatch(/\/hyperlink" Target="https:\/\/www\.legifrance\.gouv\.fr\/codes\?a=1&amp;b=2"/)
    expect(readStrictly(docx['word/document.xml']!)).toContain('<script>alert(1)</script> <img src=x onerror=alert(1)> piège [Image\u00a0: suivi]')
  })

  it('never takes the words of an answer for places of the letterhead', () => {
    for (const xml of [docx['word/document.xml']!, odt['content.xml']!]) expect(readStrictly(xml)).toContain('{{titre}} {{contenu}} <w:p/> & "fin"')
  })
})

describe('Word document', () => {
  const body = docx['word/document.xml']!

  it('has the headings, lists, tables and notes of the Markdown', () => {
    // The letterhead has its own style for level 1, with the name that Word uses in French.
    const levels = [...body.matchAll(/<w:pStyle w:val="((?:Titre|Heading)\d)"\/>/g)].map(([, style]) => style)
    // A level skipped in the Markdown is not skipped in the document, whose title is the first heading.
    expect(levels).toEqual(['Titre1', 'Heading2'])
    expect(countElements(body, 'w:tbl')).toBe(2)
    expect(countElements(body, 'w:tr')).toBe(5)
    expect(countElements(body, 'w:tblHeader')).toBe(2)
    const lists = [...body.matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/g)].map(([, level, number]) => `${level}/${number}`)
    expect(lists).toEqual(['0/1', '0/1', '1/2', '2/3', '0/4', '0/4', '1/5', '0/4', '0/6', '0/6', '0/7', '0/7'])
    expect(docx['word/numbering.xml']).toContain('<w:num w:numId="6"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/>')
    expect(countElements(body, 'w:footnoteReference')).toBe(2)
    expect(countElements(docx['word/footnotes.xml']!, 'w:footnote')).toBe(4)
    expect(readStrictly(docx['word/footnotes.xml']!).trimStart()).toBe('Texte de la note. Seconde, qui appelle [^a].')
  })

  it('keeps emphasis, code with its spaces and its lines, and where columns stand', () => {
    expect(body).toContain('<w:b/><w:bCs/><w:i/><w:iCs/></w:rPr><w:t xml:space="preserve">les deux</w:t>')
    expect(body).toContain('<w:strike/></w:rPr><w:t xml:space="preserve">barré</w:t>')
    expect(body).toContain('SELECT  nom</w:t><w:br/>')
    expect(countElements(body, 'w:jc')).toBe(11)
    expect(body.match(/<w:jc w:val="right"\/>/g)).toHaveLength(3)
  })

  it('points at styles, notes, lists and links that exist', () => {
    const styles = new Set([...docx['word/styles.xml']!.matchAll(/w:styleId="([^"]*)"/g)].map(([, id]) => id))
    for (const [, id] of body.matchAll(/<w:[pr]Style w:val="([^"]*)"/g)) expect(styles).toContain(id)
    for (const [, id] of body.matchAll(/r:id="([^"]*)"/g)) expect(docx['word/_rels/document.xml.rels']).toContain(`Id="${id}"`)
    for (const [, target] of docx['[Content_Types].xml']!.matchAll(/PartName="\/([^"]*)"/g)) expect(docx[target!]).toBeDefined()
  })

  it('says what it is, in which language, and that a machine wrote it (trust case LLM-13)', () => {
    const core = docx['docProps/core.xml']!
    expect(core).toContain('<dc:title>Note de synthèse – École Œuvre-Saint-Cœur</dc:title><dc:creator>Mairie &amp; Cie</dc:creator>')
    expect(core).toContain('<dc:language>fr-FR</dc:language>')
    expect(core).toContain('généré par IA')
    expect(docx['word/styles.xml']).toContain('<w:lang w:val="fr-FR"')
    expect(readStrictly(body)).toContain('Texte généré par une intelligence artificielle')
  })
})

describe('OpenDocument text', () => {
  const body = odt['content.xml']!

  it('has the headings, lists, tables and notes of the Markdown', () => {
    expect([...body.matchAll(/text:outline-level="(\d)"/g)].map(([, level]) => Number(level))).toEqual([1, 2])
    expect(countElements(body, 'table:table')).toBe(2)
    expect(countElements(body, 'table:table-header-rows')).toBe(2)
    expect(countElements(body, 'table:table-row')).toBe(5)
    expect(countElements(body, 'text:list')).toBe(7)
    expect(countElements(body, 'text:list-item')).toBe(12)
    expect(body).toContain('<text:list-item text:start-value="4">')
    expect(countElements(body, 'text:note')).toBe(2)
    expect(body).toContain('SELECT <text:s text:c="1"/>nom<text:line-break/>FROM')
  })

  it('points at styles that exist, and lists its parts', () => {
    const styles = `${odt['styles.xml']}${body}`
    for (const [, name] of body.matchAll(/<(?:text|table):[a-z-]+ [^>]*(?:text|table):style-name="([^"]*)"/g)) expect(styles).toContain(`style:name="${name}"`)
    expect(Object.keys(odt)[0]).toBe('mimetype')
    for (const name of Object.keys(odt).filter((one) => one !== 'mimetype' && !one.startsWith('META-INF')))
      expect(odt['META-INF/manifest.xml']).toContain(`"${name}"`)
  })

  it('says what it is, in which language, and that a machine wrote it (trust case LLM-13)', () => {
    expect(odt['meta.xml']).toContain('<dc:title>Note de synthèse – École Œuvre-Saint-Cœur</dc:title>')
    expect(odt['meta.xml']).toContain('<dc:language>fr-FR</dc:language>')
    expect(odt['styles.xml']).toContain('fo:language="fr" fo:country="FR"')
    expect(readStrictly(body)).toContain('Texte généré par une intelligence artificielle')
  })
})

it('carries custom properties that a program reads, escaped, and no part for none', () => {
  const properties = { 'Parvis.relu': 'oui', 'Parvis.par': 'Élodie <Le Goff> & "Cie"' }
  const written = { ...reportOf('Un texte.'), properties }
  const word = openParts(toDocx(written, letterheads.docx))
  readStrictly(word['docProps/custom.xml']!)
  expect([...word['docProps/custom.xml']!.matchAll(/pid="(\d)" name="([^"]*)"><vt:lpwstr>([^<]*)</g)].map(([, ...parts]) => parts)).toEqual([
    ['2', 'Parvis.relu', 'oui'],
    ['3', 'Parvis.par', 'Élodie &lt;Le Goff&gt; &amp; &quot;Cie&quot;'],
  ])
  expect(word['[Content_Types].xml']).toContain('PartName="/docProps/custom.xml"')
  expect(word['_rels/.rels']).toContain('Target="docProps/custom.xml"')
  const meta = openParts(toOdt(written, letterheads.odt))['meta.xml']!
  readStrictly(meta)
  expect(meta).toContain('<meta:user-defined meta:name="Parvis.relu" meta:value-type="string">oui</meta:user-defined>')
  expect(openParts(toDocx(reportOf('Un texte.'), letterheads.docx))['docProps/custom.xml']).toBeUndefined()
})

it('does not print a line break that stands alone', () => {
  const written = reportOf('Un.\n\n<br>\n\n- deux<br>trois')
  const files = [openParts(toDocx(written, letterheads.docx))['word/document.xml']!, openParts(toOdt(written, letterheads.odt))['content.xml']!]
  for (const xml of files) {
    expect(readStrictly(xml)).toMatch(/Un\..*deux.*trois/s)
    expect(readStrictly(xml)).not.toContain('<br')
  }
})

describe('what models write', () => {
  const written = reportOf(
    'Madame Petit\n3 rue Haute ; dit « oui »\n\n[À COMPLÉTER : date], 25*40*2, <u>lu</u>, 1<sup>er</sup>, \\(\\frac{a}{b} = t_{max}\\)\n\n|--|--|\n| `p | q` | r |\n\n2. Deux\n5. Cinq',
  )
  const [word, office] = [openParts(toDocx(written, letterheads.docx))['word/document.xml']!, openParts(toOdt(written, letterheads.odt))['content.xml']!]

  it('keeps lines, products and formulas, with no line that begins by a sign', () => {
    for (const xml of [word, office]) expect(readStrictly(xml)).toContain('[À COMPLÉTER : date], 25*40*2, lu, 1er, a/b = tmax'.replace(' :', '\u00a0:'))
    expect(word).toContain('Madame Petit</w:t></w:r><w:r><w:br/></w:r><w:r><w:t xml:space="preserve">3 rue Haute\u00a0; dit «\u00a0oui\u00a0»')
    expect(office).toContain('Madame Petit<text:line-break/>3 rue Haute\u00a0; dit «\u00a0oui\u00a0»')
  })

  it('highlights blanks, underlines, raises and lowers', () => {
    for (const look of [
      '<w:highlight w:val="yellow"/></w:rPr><w:t xml:space="preserve">[À COMP',
      '<w:u w:val="single"/>',
      '"superscript"/></w:rPr><w:t xml:space="preserve">er<',
      '"subscript"/></w:rPr><w:t xml:space="preserve">max<',
    ])
      expect(word).toContain(look)
    for (const look of ['"PvHighlight">[À COMP', '"PvUnderline">lu', '"PvRaised">er', '"PvLowered">max']) expect(office).toContain(look)
  })

  it('numbers with a parenthesis what the model does', () => {
    const listed = reportOf('3) un\n4) deux')
    const { 'word/numbering.xml': numbering } = openParts(toDocx(listed, letterheads.docx))
    const used = /<w:num w:numId="1"><w:abstractNumId w:val="(\d+)"\/>.*?<w:startOverride w:val="3"\/>/.exec(numbering!)![1]
    expect(numbering).toMatch(new RegExp(`w:abstractNumId="${used}">(?:(?!</w:abstractNum>).)*<w:lvlText w:val="%1\\)"/>`, 's'))
    const parts = openParts(toOdt(listed, letterheads.odt))
    expect(parts['content.xml']).toMatch(/<text:list text:style-name="PvParentheses"><text:list-item text:start-value="3">/)
    expect(Object.values(parts).join('')).toMatch(/style:name="PvParentheses"><text:list-level-style-number[^>]* style:num-suffix="\)"/)
  })

  it('writes a table without a head, and lists under their own numbers', () => {
    expect(countElements(word, 'w:tblHeader') + countElements(office, 'table:table-header-rows')).toBe(0)
    for (const xml of [word, office]) expect(readStrictly(xml)).toContain('p | qr')
    expect(office.match(/text:start-value="\d"/g)).toEqual(['text:start-value="2"', 'text:start-value="5"'])
  })
})

it('takes any text', () => {
  for (const content of [
    '',
    '\u0000',
    '> '.repeat(40),
    '- '.repeat(2000),
    '*'.repeat(5000),
    `${'|a'.repeat(300)}\n${'|-'.repeat(300)}`,
    sampleText.repeat(20),
  ]) {
    const odd = { ...reportOf(content), title: content.slice(0, 50) }
    expect(() => readStrictly(openParts(toDocx(odd, letterheads.docx))['word/document.xml']!)).not.toThrow()
    expect(() => readStrictly(openParts(toOdt(odd, letterheads.odt))['content.xml']!)).not.toThrow()
  }
})
