import { routes } from '@parvis/contract'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTextExtractor } from '@parvis/document-reading'
import { drawText, makeDocx, makeOdf, makePdf, makeRelationships, makeXlsx, makeZip, wordParagraph as p } from '@parvis/document-reading/fixtures'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import { fileForm, storedFiles } from '../documents.fixture.ts'
import { isFullRun } from '../../../testing/full-run.ts'

// Each hostile file is uploaded as by a browser and read in the real child process. It is refused at once, or its document ends with a reason, and the
// service continues.

const { documents } = routes
const megabyte = 2 ** 20
/** Time after which a reading child is killed and its document fails. Files indexed here are read in less (trust case FIC-09). */
const killMs = 10_000
/** Memory of a child after ordinary files with a margin, plus the increase that trust case FIC-05 allows. */
const mostMemory = (180 + 150) * megabyte

const app = openTestApp()
const { ana } = people(app, { ana: {} })
beforeAll(async () => {
  app.context.extractor = createTextExtractor({ killMs, softMs: 8_000, residentBytes: 512 * megabyte })
})

/** Returns the fate of a file: « 415 documents.type_mismatch », « indexe », or « echec : reason ». */
async function fateOf(filename: string, content: Uint8Array | string): Promise<string> {
  const before = await storedFiles(app)
  const answer = await app.call(documents.upload, { token: ana.token, form: fileForm(filename, typeof content === 'string' ? content : Buffer.from(content)) })
  if (answer.status !== 201) {
    expect(await storedFiles(app)).toEqual(before)
    return `${answer.status} ${answer.error.code}`
  }
  const { id } = answer.body.document
  await app.context.worker.drain()
  const [life] = (await app.call(documents.states, { token: ana.token, query: { ids: id } })).body.documents
  return life!.state === 'indexe' ? 'indexe' : `${life!.state} : ${life!.state_reason}`
}

/** Returns the whole text read from the last file. */
async function lastText(): Promise<string> {
  const { id } = (await app.call(documents.list, { token: ana.token })).body.documents[0]!
  const { pages, document } = (await app.call(documents.text, { token: ana.token, params: { id } })).body
  return JSON.stringify({ pages, warnings: document.warnings })
}

const refusedOrFailed = /^(415 documents\.(type_mismatch|unsupported)|422 documents\.empty|echec : \S.+)$/

describe('FIC-02 files that lie about their type', () => {
  const zip = makeZip({ 'x.txt': 'x' })
  const gif = Buffer.from('474946383961010001000000002c', 'hex')
  const ole = Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex')
  const macros = makeDocx(p('x'), {
    '[Content_Types].xml': '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
  })
  it.each<[string, Uint8Array | string]>([
    ['programme.pdf', 'MZ\x90\0'],
    ['programme.txt', Buffer.from('4d5a900003000000040000ffff0000b800', 'hex')],
    ['elf.doc', Buffer.from('7f454c4602010100', 'hex')],
    ['page.docx', '<html><script>alert(1)</script>'],
    ['page.pdf', '<!doctype html><script>alert(1)</script>'],
    ['dessin.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['script.js', 'alert(1)'],
    ['archive.zip', zip],
    ['archive.docx', zip],
    ['archive.txt', zip],
    ['macros.docm', macros],
    ['macros.docx', macros],
    ['classeur.docx', makeXlsx({ A: '' })],
    ['document.xlsx', makeDocx(p('x'))],
    ['tableur.odt', makeOdf('spreadsheet', '')],
    ['image.pdf', gif],
    ['image.png', gif],
    ['vieux.doc', ole],
    ['vieux.xls', ole],
    ['polyglotte.pdf', Buffer.concat([Buffer.from('GIF89a%PDF-1.7\n'), Buffer.from('<script>alert(1)</script>')])],
    ['sans-extension', 'x'],
    ['double.pdf.exe', 'MZ'],
  ])('%s', async (filename, content) => {
    expect(await fateOf(filename, content)).toMatch(refusedOrFailed)
  })
})

describe('FIC-05 archives that inflate', () => {
  const blanks = (megabytes: number) => new Uint8Array(megabytes * megabyte).fill(0x20)
  it.each<[string, string, () => Uint8Array]>([
    ['a document', 'a.docx', () => makeDocx('', { 'word/document.xml': blanks(105) })],
    ['a part that nobody reads', 'a.docx', () => makeDocx(p('x'), { 'word/media/image.bin': blanks(105) })],
    ['a workbook', 'a.xlsx', () => makeXlsx({ A: '' }, { 'xl/media/image.bin': ' '.repeat(105 * megabyte) })],
    ['100,000 entries', 'a.docx', () => zipSync(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`e${i}`, new Uint8Array()])), { level: 0 })],
  ])('%s', { timeout: 60_000 }, async (_what, filename, make) => {
    expect(await fateOf(filename, make())).toBe('echec : trop volumineux une fois décompressé')
    expect(await app.context.extractor.peakBytes()).toBeLessThan(mostMemory)
  })

  it('an archive inside an archive is not opened', async () => {
    expect(await fateOf('poupées.docx', makeDocx(p('dehors'), { 'word/embeddings/d.docx': makeDocx(p('DEDANS'), { 'x/x.zip': makeZip({ x: 'x' }) }) }))).toBe(
      'indexe',
    )
    expect(await lastText()).not.toContain('DEDANS')
  })
})

describe('FIC-06 entities', () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>`
  const external = '<!DOCTYPE x [<!ENTITY a12 SYSTEM "file:///etc/passwd">]>'
  it.each([
    ['billion laughs', laughs],
    ['external', external],
  ])('%s, in a document, a workbook and an OpenDocument', async (_what, doctype) => {
    const refused = 'echec : fichier refusé : il contient une déclaration XML interdite'
    expect(await fateOf('a.docx', makeDocx('', { 'word/document.xml': `${doctype}<w:document xmlns:w="w"><w:body>${p('&a12;')}</w:body></w:document>` }))).toBe(
      refused,
    )
    expect(await fateOf('a.xlsx', makeXlsx({ A: '' }, { 'xl/sharedStrings.xml': `${doctype}<sst><si><t>&a12;</t></si></sst>` }))).toBe(refused)
    expect(await fateOf('a.odt', makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': `${doctype}<a>&a12;</a>` }))).toBe(refused)
  })
})

it('FIC-07 what is elsewhere is neither read nor asked for', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end('x')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const image = '<w:p><w:r><w:drawing><a:blip xmlns:a="a" r:link="r1"/></w:drawing></w:r></w:p>'
  for (const target of [address, 'file:///etc/passwd', '../../../../../../etc/passwd', '\\\\127.0.0.1\\partage\\x']) {
    const rels = makeRelationships([{ id: 'r1', target, type: 'image', external: true }])
    expect(await fateOf('externe.docx', makeDocx(p('Texte du document') + image, { 'word/_rels/document.xml.rels': rels }))).toBe('indexe')
    expect(await lastText()).not.toContain('root:')
  }
  server.close()
  expect(calls).toBe(0)
})

const inflating: [string, () => Uint8Array, RegExp] = [
  'a drawing that inflates beyond memory',
  () => makePdf({ pages: [{ content: deflateSync(deflateSync(Buffer.alloc(450 * megabyte, 32))), filter: '/Filter [/FlateDecode /FlateDecode]' }] }),
  /^echec : /,
]

describe('FIC-08 PDF files', () => {
  const readable = drawText(60, 700, 'Un texte tout à fait lisible.')
  const page = { content: readable }
  const key = `<${'ab'.repeat(32)}>`
  const whole = Buffer.from(makePdf({ pages: [page, page] }))
  const form = (content: string) => ({
    dictionary: '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Im1 1000 0 R >> >> >>',
    stream: Buffer.from(content),
  })
  it.each<[string, () => Uint8Array, RegExp]>([
    ['JavaScript at opening', () => makePdf({ pages: [page], catalog: '/OpenAction << /S /JavaScript /JS (while(1);) >>' }), /^indexe$/],
    ['a program to launch', () => makePdf({ pages: [page], catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), /^indexe$/],
    ['a page tree that is its own child', () => Buffer.from(whole.toString('latin1').replace('[10 0 R', '[ 2 0 R'), 'latin1'), /^(indexe$|echec : )/],
    ['a form that draws itself', () => makePdf({ pages: [{ content: `${readable} /Im1 Do` }], objects: [form('/Im1 Do /Im1 Do')] }), /^(indexe$|echec : )/],
    ['a number of pages that is a lie', () => Buffer.from(whole.toString('latin1').replace('/Count 2', '/Count 99999'), 'latin1'), /^(indexe$|echec : )/],
    ['3,000 pages', () => makePdf({ pages: Array.from({ length: 3_000 }, () => page) }), /^echec : plus de 2.000 pages$/],
    [
      'a password',
      () => makePdf({ pages: [page], trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -44 >> /ID [<00> <00>]` }),
      /^echec : protégé par un mot de passe$/,
    ],
    ['a file cut in the middle', () => whole.subarray(0, 300), /^(indexe$|echec : (fichier abîmé|document scanné))/],
    [
      'a page that is lost among blank ones',
      () =>
        Buffer.from(
          Buffer.from(makePdf({ pages: [{ content: '' }, page] }))
            .toString('latin1')
            .replace('12 0 R', '99 0 R'),
          'latin1',
        ),
      /^echec : fichier abîmé à la page 2$/,
    ],
    ['a table of objects that lies', () => Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999999'), 'latin1'), /^indexe$/],
    [
      'a page of a kilometre',
      () => makePdf({ pages: [{ content: '0 0 m 1 1 l S', size: [2_834_645, 2_834_645] }] }),
      /^echec : document scanné : aucun texte reconnu$/,
    ],
    [
      'a font of random bytes',
      () =>
        makePdf({
          pages: [{ content: readable, extra: '/Resources << /Font << /F1 1000 0 R >> >>' }],
          objects: [
            '<< /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor 1001 0 R >>',
            '<< /Type /FontDescriptor /FontName /X /FontFile2 1002 0 R >>',
            { dictionary: '<< >>', stream: Buffer.alloc(2_000_000, 7) },
          ],
        }),
      /^(indexe$|echec : )/,
    ],
    // The reader's own tests cover one of these (FIC-08), which takes ten seconds to inflate.
    ...(isFullRun ? [inflating] : []),
  ])('%s', { timeout: 60_000 }, async (_what, make, fate) => {
    expect(await fateOf('hostile.pdf', make())).toMatch(fate)
    expect(await fateOf('ordinaire.txt', 'Le suivant se lit.')).toBe('indexe')
  })
})

describe('FIC-09 workbooks', () => {
  // In a process of its own, whose memory can be measured.
  beforeAll(async () => {
    await app.context.extractor.close()
    app.context.extractor = createTextExtractor({ killMs, softMs: killMs, residentBytes: 300 * megabyte })
  })
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const shared = Array.from({ length: 5_000 }, (_, i) => `<row><c r="A${i + 1}" t="s"><v>0</v></c></row>`).join('')
  it.each<[string, string, () => Uint8Array | string]>([
    [
      'a cell at the end of the sheet',
      'a.xlsx',
      () => makeXlsx({ A: `<row r="1">${cell('A1', 'a')}${cell('XFD1', 'z')}</row><row r="1048576">${cell('B1048576', 'b')}</row>` }),
    ],
    [
      'cells merged over the whole sheet',
      'a.xlsx',
      () => makeXlsx({ A: `<row r="1">${cell('A1', 'a')}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><sheetData>` }),
    ],
    [
      'a long text shared by 5,000 cells',
      'a.xlsx',
      () => makeXlsx({ A: shared }, { 'xl/sharedStrings.xml': `<sst><si><t>${'longue '.repeat(4_000)}</t></si></sst>` }),
    ],
    [
      'a million rows repeated',
      'a.ods',
      () =>
        makeOdf(
          'spreadsheet',
          '<office:spreadsheet><table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
        ),
    ],
    ['a million columns', 'a.csv', () => `${'x;'.repeat(1_000_000)}\n1;2\n`],
    ['columns named __proto__ and constructor', 'a.csv', () => '__proto__;constructor;toString\n1;2;3\n'],
  ])('%s', { timeout: 60_000 }, async (_what, filename, make) => {
    expect(await fateOf(filename, make())).toBe('indexe')
    expect(await app.context.extractor.peakBytes()).toBeLessThan(300 * megabyte)
    expect(Object.prototype).not.toHaveProperty('1')
  })
})
