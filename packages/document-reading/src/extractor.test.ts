import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeflate } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTextExtractor } from './extractor.ts'
import type { DocumentFormat, TextExtractor } from './port.ts'
import { makePng, makeTiff, renderFirstPage } from './testing/image-fixtures.ts'
import { makeDocx, makeOdf, makePptx, makeRelationships, wordParagraph } from './testing/office-fixtures.ts'
import { drawText, makePdf, makeScannedPdf } from './testing/pdf-fixture.ts'
import { sketch } from './testing/parse-fixture.ts'

let folder: string
const extractors: TextExtractor[] = []
const make: typeof createTextExtractor = (limits) => {
  const extractor = createTextExtractor(limits)
  extractors.push(extractor)
  return extractor
}
const put = async (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return { path, original_filename: name }
}
/** Sends a signal to a process that may have ended. */
const signalTo = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
const signal = () => new AbortController().signal

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'extraction-'))))
afterAll(async () => {
  await Promise.all(extractors.map((extractor) => extractor.close()))
  await rm(folder, { recursive: true })
})

describe('the extractor', () => {
  test('encodes a picture again, refuses a bomb, and reads on', async () => {
    const extractor = make()
    const png = Buffer.from(makePng({ pixels: new Uint8Array(600).fill(90), width: 30, height: 20 }))
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const encode = async (name: string, bytes: Uint8Array) => extractor.encodePicture(await put(name, bytes), { signal: signal() })
    expect(await encode('plan.png', png)).toMatchObject({ ok: true, picture: { media_type: 'image/png', width: 30, height: 20 } })
    expect(await encode('bombe.png', bomb)).toMatchObject({ ok: false, failure: { code: 'extraction.too_big' } })
    expect(await encode('note.txt', Buffer.from('Note'))).toMatchObject({ ok: false })
    expect(await encode('plan.png', png)).toMatchObject({ ok: true })
  })

  test('reads several documents in turn, reports pages, and answers for an empty file', async () => {
    const extractor = make()
    const pdf = await put('a.pdf', makePdf({ pages: [1, 2, 3].map((n) => ({ content: drawText(60, 700, `Texte de la page ${n} du document`) })) }))
    const docx = await put('b.docx', makeDocx(wordParagraph('Délibération')))
    const progress: [number, number][] = []
    const [first, second, empty] = await Promise.all([
      extractor.extract(pdf, { signal: signal(), onProgress: (done, total) => progress.push([done, total]) }),
      extractor.extract(docx, { signal: signal() }),
      extractor.extract(await put('c.txt', ''), { signal: signal() }),
    ])
    expect(first.ok && first.document.pages.length).toBe(3)
    expect(second.ok && sketch(second.document)).toEqual(['Délibération'])
    expect(empty).toEqual({ ok: false, failure: { code: 'extraction.empty', reason: 'fichier vide' } })
    expect(progress.at(-1)).toEqual([3, 3])
  })

  test('the confined child holds all that reading each format takes', { timeout: 60_000 }, async () => {
    const extractor = make()
    const page = makePdf({ pages: [{ content: drawText(60, 700, 'Arrêté du maire', 24) }] })
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Arrêté du maire']]), 'A')
    const picture = await renderFirstPage(page)
    const files: Record<Exclude<DocumentFormat, 'doc'>, Uint8Array | string> = {
      pdf: makeScannedPdf(picture),
      docx: makeDocx(wordParagraph('Arrêté du maire')),
      odt: makeOdf('text', '<text:p>Arrêté du maire</text:p>'),
      rtf: "{\\rtf1\\ansi Arr\\'eat\\'e9 du maire\\par}",
      txt: 'Arrêté du maire',
      md: '# Arrêté du maire',
      csv: 'a;b\nArrêté du maire;2\n',
      xls: new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer),
      xlsx: new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer),
      ods: new Uint8Array(write(book, { type: 'array', bookType: 'ods' }) as ArrayBuffer),
      pptx: makePptx([{ title: 'Arrêté du maire', lines: [] }]),
      odp: makeOdf('presentation', '<draw:page><draw:frame><draw:text-box><text:p>Arrêté du maire</text:p></draw:text-box></draw:frame></draw:page>'),
      html: '<html><p>Arrêté du maire',
      eml: 'Subject: a\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nArrêté du maire',
      png: makePng(picture),
      jpeg: '',
      tiff: makeTiff(picture),
    }
    // JPEG is left out because there is no encoder here: it is recognised in the same way as the two other images. DOC is tested in `samples.test.ts`.
    for (const [format, bytes] of Object.entries(files).filter(([format]) => format !== 'jpeg')) {
      const result = await extractor.extract(await put(`format.${format}`, bytes), { signal: signal() })
      expect(result.ok ? JSON.stringify(result.document) : result.failure, format).toContain('Arrêté du maire')
    }
  })

  test('FIC-08: a PDF that inflates beyond memory is stopped, and the next document is read', async () => {
    const extractor = make({ residentBytes: 400 * 2 ** 20 })
    const bomb = await put('bombe.pdf', makePdf({ pages: [{ content: await deflatedBlanks(700), filter: '/Filter /FlateDecode' }] }))
    expect(await extractor.extract(bomb, { signal: signal() })).toEqual({
      ok: false,
      failure: { code: 'extraction.memory', reason: 'lecture trop gourmande en mémoire, arrêtée' },
    })
    const next = await extractor.extract(await put('d.txt', 'La suite.'), { signal: signal() })
    expect(next.ok && sketch(next.document)).toEqual(['La suite.'])
  })

  test('a quick reading that takes too much is not the last word: it is read apart', async () => {
    // Less memory than a child needs to start.
    const extractor = make({ residentBytes: 60 * 2 ** 20 })
    const file = await put('i.txt', 'texte')
    expect(await extractor.extract(file, { signal: signal(), effort: 'quick' })).toMatchObject({ failure: { code: 'extraction.slow' } })
    expect(await extractor.extract(file, { signal: signal() })).toMatchObject({ failure: { code: 'extraction.memory' } })
  })

  test('a quick reading by a process slowed ten times is still quick', async () => {
    const extractor = make({ killMs: 1_500, softMs: 1_000 })
    const file = await put('n.txt', 'texte')
    const before = new Set(childProcesses())
    const slowed = setInterval(() => {
      for (const pid of childProcesses()) {
        if (before.has(pid)) continue
        signalTo(pid, 'SIGSTOP')
        setTimeout(() => signalTo(pid, 'SIGCONT'), 45)
      }
    }, 50)
    const begin = performance.now()
    const result = await extractor.extract(file, { signal: signal(), effort: 'quick' }).finally(() => clearInterval(slowed))
    expect(result.ok).toBe(true)
    // The reading was slow enough for the elapsed time to exceed the limit.
    expect(performance.now() - begin).toBeGreaterThan(1_500)
  })

  test('a reading of the text alone that takes too long is not the last word either', async () => {
    const extractor = make({ killMs: 0 })
    const file = await put('m.txt', 'texte')
    expect(await extractor.extract(file, { signal: signal(), effort: 'text' })).toMatchObject({ failure: { code: 'extraction.slow' } })
    expect(await extractor.extract(file, { signal: signal() })).toMatchObject({ failure: { code: 'extraction.time' } })
  })

  test('a process that has read the file of one owner reads none of another', async () => {
    const extractor = make()
    const file = await put('j.txt', 'texte')
    const readers = childProcesses()
    const before = readers.length
    for (const owner of ['ana', 'ana', 'ben', null]) {
      expect((await extractor.extract(file, { signal: signal(), owner })).ok).toBe(true)
      readers.push(...childProcesses().filter((pid) => !readers.includes(pid)))
    }
    expect(readers).toHaveLength(before + 3)
  })

  test('FIC-08: a document that takes too long is stopped', async () => {
    const extractor = make({ killMs: 0 })
    expect(await extractor.extract(await put('e.txt', 'x'), { signal: signal() })).toEqual({
      ok: false,
      failure: { code: 'extraction.time', reason: 'lecture trop longue, arrêtée' },
    })
  })

  test('REL-21: a reading that the system kills rejects, so that it is tried again, and the extractor reads on', async () => {
    const extractor = make()
    const long = await put('k.html', `<html>${'<p>texte</p>'.repeat(300_000)}`)
    const before = new Set(childProcesses())
    const outcome = Promise.allSettled([extractor.extract(long, { signal: signal() })])
    await expect.poll(() => childProcesses().filter((pid) => !before.has(pid)).length).toBeGreaterThan(0)
    for (const pid of childProcesses()) if (!before.has(pid)) process.kill(pid, 'SIGKILL')
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { message: 'reading interrupted by SIGKILL' } }])
    expect((await extractor.extract(await put('l.txt', 'La suite.'), { signal: signal() })).ok).toBe(true)
  })

  test('REL-21: a document is blamed for the end of a child that has read no other, and for none else', async () => {
    const long = await put('m.html', `<html>${'<p>texte</p>'.repeat(300_000)}`)
    const others = new Set(childProcesses())
    const own = () => childProcesses().filter((pid) => !others.has(pid))
    const broken = async (extractor: TextExtractor) => {
      const reading = extractor.extract(long, { signal: signal() })
      await expect.poll(() => own().length).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 100))
      for (const pid of own()) process.kill(pid, 'SIGSEGV')
      return reading
    }
    const extractor = make()
    expect(await broken(extractor)).toMatchObject({ failure: { code: 'extraction.damaged' } })
    expect((await extractor.extract(await put('n.txt', 'Le premier.'), { signal: signal() })).ok).toBe(true)
    expect((await broken(extractor)).ok).toBe(true)
  })

  test('an abort rejects, and leaves the extractor usable', async () => {
    const extractor = make()
    const abort = new AbortController()
    const file = await put('f.txt', 'texte')
    const reading = extractor.extract(file, { signal: abort.signal })
    abort.abort(new Error('annulé'))
    await expect(reading).rejects.toThrow('annulé')
    expect((await extractor.extract(file, { signal: signal() })).ok).toBe(true)
  })

  test('closing while a document is read rejects: the document is not to blame', async () => {
    const extractor = make()
    const reading = extractor.extract(await put('h.html', `<html>${'<p>texte</p>'.repeat(300_000)}`), { signal: signal() })
    const [outcome] = await Promise.allSettled([reading, extractor.close()])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'extracteur fermé' } })
    await expect(extractor.extract(await put('h.txt', 'x'), { signal: signal() })).rejects.toThrow('extracteur fermé')
  })

  test('FIC-07: a document that names an address calls nobody', async () => {
    let calls = 0
    const server = createServer((_request, response) => {
      calls++
      response.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
    try {
      const extractor = make()
      const pages = [{ content: drawText(60, 700, 'texte assez long pour une page') }]
      const rels = makeRelationships([{ id: 'r1', target: address, type: 'image', external: true }])
      const files = await Promise.all([
        put('g.docx', makeDocx(wordParagraph('texte'), { 'word/_rels/document.xml.rels': rels })),
        put('g.html', `<html><link rel=stylesheet href="${address}"><img src="${address}"><iframe src="${address}"></iframe><p>texte</p>`),
        put('g.pdf', makePdf({ pages, catalog: `/OpenAction << /S /URI /URI (${address}) >>` })),
      ])
      for (const file of files) expect((await extractor.extract(file, { signal: signal() })).ok).toBe(true)
      expect(calls).toBe(0)
    } finally {
      server.close()
    }
  })
})

/** Lists the running confined processes started by this one. */
function childProcesses(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number).filter(isConfined)
}

function isConfined(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--permission')
  } catch {
    // The process has ended since.
    return false
  }
}

/**
 * Makes a compressed stream of blanks.
 * @param megabytes size once inflated
 */
async function deflatedBlanks(megabytes: number): Promise<Uint8Array> {
  const deflate = createDeflate({ level: 1 })
  const blanks = Buffer.alloc(2 ** 20, ' ')
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (let i = 0; i < megabytes; i++) if (!deflate.write(blanks)) await once(deflate, 'drain')
  await once(deflate.end(), 'end')
  return Buffer.concat(chunks)
}
