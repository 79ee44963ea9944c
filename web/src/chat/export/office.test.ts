// @ts-expect-error: the browser's types know no files; tests run in Node.
import { readFileSync } from 'node:fs'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { toDocx } from './docx.ts'
import { toOdt } from './odt.ts'
import { answerReport, conversationReport } from './report.ts'
import { context, count, message, openParts, question, sample } from './testing.ts'

/** The letterhead of the product. */
const builtIn = (format: 'docx' | 'odt') => new Uint8Array(readFileSync(new URL(`../../../public/templates/export_template.${format}`, import.meta.url)))

const report = answerReport(context, message)
const docx = openParts(toDocx(report, builtIn('docx')))
const odt = openParts(toOdt(report, builtIn('odt')))

/** Reads a part as strictly as a word processor; gives its text. */
function readStrictly(xml: string): string {
  const parser = new SaxesParser({ xmlns: true })
  let words = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (part) => {
    words += part
  })
  parser.write(xml).close()
  return words
}

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

it('is called by the first heading of the answer, else by the title of the conversation, else by who gave it', () => {
  expect(report.title).toBe('Note de synthèse – École Œuvre-Saint-Cœur')
  const plain = { ...message, content: 'Voici.' }
  expect(answerReport(context, plain).title).toBe('Réfection & école')
  expect(answerReport({ ...context, title: null }, plain).title).toBe('Rédacteur de délibérations')
})

describe('Word document', () => {
  const body = docx['word/document.xml']!

  it('has the headings, lists, tables and notes of the Markdown', () => {
    const levels = [...body.matchAll(/<w:pStyle w:val="Heading(\d)"\/>/g)].map(([, level]) => Number(level))
    // The depth that the Markdown skips is not skipped; « Sources » and « Autres passages consultés » are added.
    // The first heading is the title of the document.
    expect(levels).toEqual([1, 2, 1, 1])
    expect(count(body, 'w:tbl')).toBe(2)
    expect(count(body, 'w:tr')).toBe(5)
    expect(count(body, 'w:tblHeader')).toBe(2)
    const lists = [...body.matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/g)].map(([, level, number]) => `${level}/${number}`)
    expect(lists).toEqual(['0/1', '0/1', '1/2', '2/3', '0/4', '0/4', '1/5', '0/4', '0/6', '0/6', '0/7', '0/7'])
    expect(docx['word/numbering.xml']).toContain('<w:num w:numId="6"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/>')
    expect(count(body, 'w:footnoteReference')).toBe(2)
    expect(count(docx['word/footnotes.xml']!, 'w:footnote')).toBe(4)
    expect(readStrictly(docx['word/footnotes.xml']!).trimStart()).toBe('Texte de la note. Seconde, qui appelle [^a].')
  })

  it('keeps emphasis, code with its spaces and its lines, and where columns stand', () => {
    expect(body).toContain('<w:b/><w:bCs/><w:i/><w:iCs/></w:rPr><w:t xml:space="preserve">les deux</w:t>')
    expect(body).toContain('<w:strike/></w:rPr><w:t xml:space="preserve">barré</w:t>')
    expect(body).toContain('SELECT  nom</w:t><w:br/>')
    expect(count(body, 'w:jc')).toBe(11)
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
    expect(core).toContain('<dc:title>Note de synthèse – École Œuvre-Saint-Cœur</dc:title><dc:creator>Parvis</dc:creator>')
    expect(core).toContain('<dc:language>fr-FR</dc:language>')
    expect(core).toContain('généré par IA')
    expect(docx['word/styles.xml']).toContain('<w:lang w:val="fr-FR"')
    expect(readStrictly(body)).toContain('Texte généré par une intelligence artificielle')
  })
})

describe('OpenDocument text', () => {
  const body = odt['content.xml']!

  it('has the headings, lists, tables and notes of the Markdown', () => {
    expect([...body.matchAll(/text:outline-level="(\d)"/g)].map(([, level]) => Number(level))).toEqual([1, 2, 1, 1])
    expect(count(body, 'table:table')).toBe(2)
    expect(count(body, 'table:table-header-rows')).toBe(2)
    expect(count(body, 'table:table-row')).toBe(5)
    expect(count(body, 'text:list')).toBe(7)
    expect(count(body, 'text:list-item')).toBe(12)
    expect(body).toContain('<text:list-item text:start-value="4">')
    expect(count(body, 'text:note')).toBe(2)
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

describe('numbered sources', () => {
  it.each([
    ['Word', docx['word/document.xml']!],
    ['LibreOffice', odt['content.xml']!],
  ])('with document, page and extract in %s', (_, xml) => {
    const words = readStrictly(xml)
    expect(words).toContain('[1] Règlement intérieur.pdf, page\u00a03 · Titre II › Congés«\u00a0Vingt-cinq jours de congés.\u00a0»')
    expect(words).toContain('[2] Délibération.odt«\u00a0Le conseil approuve.\u00a0»')
    expect(words).toContain('Autres passages consultés[3] Annexe <x>.docx, page\u00a012')
  })
})

describe('conversation', () => {
  const talk = conversationReport(context, [
    { ...message, content: 'Bonjour.', sources: [] },
    question,
    message,
    question,
    { ...message, content: 'Coup', sources: [], status: 'interrompue', finish_reason: 'stopped' },
  ])
  const xml = openParts(toDocx(talk, builtIn('docx')))['word/document.xml']!
  const headings = [...xml.matchAll(/<w:pStyle w:val="Heading(\d)"\/><\/w:pPr>(.*?)<\/w:p>/g)].map(
    ([, level, runs]) => `${level} ${runs!.replace(/<[^>]*>/g, '')}`,
  )

  it('tells questions from answers, in chapters', () => {
    expect(headings.slice(0, 4)).toEqual([
      '1 Accueil de Rédacteur de délibérations',
      '1 Question 1',
      '2 Réponse de Rédacteur de délibérations',
      '3 Note de synthèse – École Œuvre-Saint-Cœur',
    ])
    expect(headings.at(-1)).toBe('2 Réponse de Rédacteur de délibérations')
    expect(xml.match(/<w:pStyle w:val="Question"\/>/g)).toHaveLength(2)
  })

  it('says the assistant, the project, the dates, and why an answer is not whole', () => {
    const words = readStrictly(xml)
    for (const fact of [
      'Réfection & école',
      'Assistant\u00a0: Rédacteur',
      'Projet\u00a0: Écoles 2026',
      'Conversation du 20 novembre 2026',
      'Exportée le 21 novembre 2026 (2\u00a0questions)',
    ])
      expect(words).toContain(fact)
    expect(words).toContain('Vous avez arrêté cette réponse.')
    // What a person wrote is not Markdown.
    expect(words).toContain('Rédigez une **note**sur l’école <b>.')
  })

  it('numbers its notes through all its answers', () => {
    const twice = openParts(toOdt(conversationReport(context, [question, message, question, message]), builtIn('odt')))['content.xml']!
    expect([...twice.matchAll(/<text:note-citation>(\d)/g)].map(([, number]) => number)).toEqual(['1', '2', '3', '4'])
  })
})

it('takes any text', () => {
  for (const content of ['', '\u0000', '> '.repeat(40), '- '.repeat(2000), '*'.repeat(5000), `${'|a'.repeat(300)}\n${'|-'.repeat(300)}`, sample.repeat(20)]) {
    const odd = answerReport({ ...context, name: content.slice(0, 50) }, { ...message, content })
    expect(() => readStrictly(openParts(toDocx(odd, builtIn('docx')))['word/document.xml']!)).not.toThrow()
    expect(() => readStrictly(openParts(toOdt(odd, builtIn('odt')))['content.xml']!)).not.toThrow()
  }
})
