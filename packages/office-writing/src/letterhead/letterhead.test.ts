import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openParts } from '../testing/sample.ts'
import { cleanDocx } from './clean-docx.ts'
import { cleanOdt } from './clean-odt.ts'
import { docxFile, odtFile, rels, type DocxParts, type OdtParts } from './letterhead.fixture.ts'

const place = '<w:p><w:r><w:t>{{contenu}}</w:t></w:r></w:p>'
const run = (words: string) => `<w:r><w:t>${words}</w:t></w:r>`

describe('Word letterhead', () => {
  test('keeps header, logo, link, styles and page; its text gives way; what is not understood is left behind', async () => {
    const parts = openParts(await cleanDocx(docxFile({ files: { 'word/webSettings.xml': '<x/>', 'customXml/item1.xml': '<x/>', 'docProps/app.xml': '<x/>' } })))
    expect(Object.keys(parts).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/_rels/header1.xml.rels',
      'word/document.xml',
      'word/header1.xml',
      'word/media/logo.png',
      'word/settings.xml',
      'word/styles.xml',
    ])
    expect(parts['word/document.xml']).toContain(`<w:body>${place}<w:sectPr><w:headerReference w:type="default" r:id="rId7">`)
    expect(parts['word/document.xml']).not.toContain('Ancien texte')
    expect(parts['word/header1.xml']).toContain('Mairie d’Exemple')
    expect(parts['[Content_Types].xml']).toContain('<Default Extension="png" ContentType="image/png">')
  })

  test('puts the text where the document says, and finds places that Word has cut into runs', async () => {
    const body = `<w:p>${run('Objet : {{ti')}${run('tre}} du {')}${run('{date')}${run('}}')}</w:p><w:tbl><w:tr><w:tc><w:p>${run('{{cont')}${run('enu}} ')}</w:p><w:p/></w:tc></w:tr></w:tbl>`
    const document = openParts(await cleanDocx(docxFile({ body })))['word/document.xml']!
    expect(document).toContain(`<w:p>${run('Objet : {{titre}}')}${run(' du {{date}}')}${run('')}${run('')}</w:p>`)
    expect(document).toContain(`<w:tc>${place}<w:p></w:p></w:tc>`)
  })

  const macroTypes = '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>'
  const hostile: [what: string, sentence: RegExp, parts: DocxParts][] = [
    ['a macro', /macros/, { files: { 'word/vbaProject.bin': 'x' } }],
    ['a macro document under another name', /macros/, { files: { '[Content_Types].xml': macroTypes } }],
    ['a linked image', /ailleurs/, { more: [['rId9', 'image', 'https://exfiltration.invalid/a.png', 'External']] }],
    ['a linked image on a share', /ailleurs/, { more: [['rId9', 'image', '\\\\serveur\\a.png', 'external']] }],
    [
      'an attached template',
      /ailleurs/,
      { files: { 'word/_rels/settings.xml.rels': rels(['rId1', 'attachedTemplate', 'http://a.invalid/t.dotm', 'External']) } },
    ],
    ['a script behind a link', /ailleurs/, { more: [['rId9', 'hyperlink', 'javascript:alert(1)', 'External']] }],
    ['an embedded object', /objet/, { more: [['rId9', 'oleObject', 'embeddings/o.bin']] }],
    ['a part of no kind', /objet/, { more: [['rId9', 'constructor', 'header1.xml']] }],
    ['a web page inside', /objet/, { more: [['rId9', 'aFChunk', 'a.html']] }],
    ['a drawing that names an address', /ailleurs/, { header: '<v:imagedata xmlns:v="urn:v" src="file:///etc/passwd"/>' }],
    [
      'a field that reads a file',
      /ailleurs/,
      { header: '<w:p><w:r><w:instrText>INCLUDE</w:instrText></w:r><w:r><w:instrText>PICTURE "http://a.invalid"</w:instrText></w:r></w:p>' },
    ],
    ['a field that runs something', /ailleurs/, { header: '<w:p><w:fldSimple w:instr=" DDEAUTO cmd "/></w:p>' }],
    ['a picture that is none', /objet/, { files: { 'word/media/logo.png': '<html>' } }],
    ['an entity', /abîmé/, { files: { 'word/header1.xml': '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:hdr>&a;</w:hdr>' } }],
    ['a missing part', /abîmé/, { more: [['rId9', 'footer', 'footer9.xml']] }],
    ['an archive that says no document', /abîmé/, { files: { '_rels/.rels': '<Relationships/>' } }],
    ['a target out of the archive', /abîmé/, { more: [['rId9', 'footer', '%zz']] }],
    ['elements without end', /trop volumineux|abîmé/, { header: '<w:p/>'.repeat(200_000) }],
    ['deep elements', /abîmé/, { header: `${'<w:p>'.repeat(500)}${'</w:p>'.repeat(500)}` }],
    ['a name of ours', /abîmé/, { more: [['parvis1', 'hyperlink', 'https://a.fr', 'External']] }],
    [
      'a name of ours among its notes',
      /abîmé/,
      {
        more: [['rId9', 'footnotes', 'footnotes.xml']],
        files: { 'word/footnotes.xml': '<w:footnotes/>', 'word/_rels/footnotes.xml.rels': rels(['parvis1', 'hyperlink', 'https://a.fr', 'External']) },
      },
    ],
  ]
  test.each(hostile)('refuses %s', async (_, sentence, parts) => {
    await expect(cleanDocx(docxFile(parts))).rejects.toMatchObject({ name: 'LetterheadRefusal', message: expect.stringMatching(sentence) })
  })

  test('takes a logo that Word has drawn in vectors, unless it holds a script', async () => {
    const logo = (svg: string) => docxFile({ more: [['rId9', 'image', 'media/a.svg']], files: { 'word/media/a.svg': svg } })
    await expect(cleanDocx(logo('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'))).resolves.toBeDefined()
    for (const active of ['<script/>', '<a onclick="x"/>', '<image href="http://a.invalid/x.png"/>', '<style>@import "a"</style>'])
      await expect(cleanDocx(logo(`<svg xmlns="http://www.w3.org/2000/svg">${active}</svg>`))).rejects.toThrow(/macros/)
  })
})

describe('OpenDocument letterhead', () => {
  test('keeps header, logo and styles; its text gives way, the page of its first paragraph stays', async () => {
    const automatic = '<style:style style:name="P1" style:master-page-name="Premiere"/>'
    const parts = openParts(await cleanOdt(odtFile({ automatic, files: { 'settings.xml': '<x/>', 'Thumbnails/thumbnail.png': 'x' } })))
    expect(Object.keys(parts).sort()).toEqual(['Pictures/logo.png', 'content.xml', 'mimetype', 'styles.xml'])
    expect(parts['content.xml']).toContain('<office:text><text:p text:style-name="P1"></text:p><text:p>{{contenu}}</text:p></office:text>')
    expect(parts['content.xml']).not.toContain('office:scripts')
  })

  test('puts the text where the document says', async () => {
    const body = '<text:p>{{<text:span>titre</text:span>}}</text:p><text:p text:style-name="P2">{{contenu}}</text:p><text:p>Fin</text:p>'
    expect(openParts(await cleanOdt(odtFile({ body })))['content.xml']).toContain(
      '<text:p>{{titre}}<text:span></text:span></text:p><text:p text:style-name="P2">{{contenu}}</text:p><text:p>Fin</text:p>',
    )
  })

  const image = (href: string) => `<style:master-page style:name="B"><draw:image xlink:href="${href}"/></style:master-page>`
  const hostile: [what: string, sentence: RegExp, parts: OdtParts][] = [
    ['a macro', /macros/, { files: { 'Basic/Standard/Module1.xml': '<x/>' } }],
    ['a script', /macros/, { body: '<office:script xmlns:office="x"/>' }],
    ['an event', /macros/, { body: '<text:p><office:event-listeners><script:event-listener xmlns:script="x"/></office:event-listeners></text:p>' }],
    ['a linked image', /ailleurs/, { master: image('https://exfiltration.invalid/a.png') }],
    ['an image of the machine', /ailleurs/, { master: image('../../../etc/passwd') }],
    ['a script behind a link', /ailleurs/, { body: '<text:a xlink:href="vnd.sun.star.script:x">a</text:a>' }],
    ['a section read from a file', /objet/, { body: '<text:section><text:section-source xlink:href="file:///etc/passwd"/></text:section>' }],
    ['an embedded object', /objet/, { body: '<draw:object xlink:href="./Object 1"/>' }],
    ['a form', /objet/, { body: '<office:forms><form:form xmlns:form="x"/></office:forms>' }],
    ['a picture that is none', /objet/, { files: { 'Pictures/logo.png': 'MZ' } }],
    ['another kind of document', /abîmé/, { files: { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' } }],
  ]
  test.each(hostile)('refuses %s', async (_, sentence, parts) => {
    await expect(cleanOdt(odtFile(parts))).rejects.toMatchObject({ name: 'LetterheadRefusal', message: expect.stringMatching(sentence) })
  })
})

test.each([
  ['nothing of an archive', Buffer.from('bonjour'), /abîmé/],
  ['a bomb', Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(80 * 1024 * 1024) })), /trop volumineux/],
  ['a path that climbs', Buffer.from(zipSync({ '../../evil.xml': strToU8('x') })), /abîmé/],
])('refuses %s, in both formats', async (_, bytes, sentence) => {
  for (const clean of [cleanDocx, cleanOdt])
    await expect(clean(bytes)).rejects.toMatchObject({ name: 'LetterheadRefusal', message: expect.stringMatching(sentence) })
})
