import { routes } from '@parvis/contract'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createClamd } from '../../../platform/antivirus/clamd.ts'
import { eicar, startFakeClamd } from '../../../testing/fakes/fake-clamd.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import { fileForm, storedFiles } from '../documents.fixture.ts'

const { documents } = routes
const limit = 1024 * 1024

const app = openTestApp({ config: { maxUploadMb: 1 } })
const { ana } = people(app, { ana: {} })
let port: number
beforeAll(async () => {
  port = Number(new URL(await app.listen()).port)
})

const upload = (filename: string, content = 'Un texte.') => app.call(documents.upload, { token: ana.token, form: fileForm(filename, content) })

/** Raw header of an upload. @param framing the header that says where the body ends */
const head = (framing: string, connection = 'close') =>
  Buffer.from(
    `POST /api/bibliotheque/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n${framing}\r\nConnection: ${connection}\r\n\r\n`,
  )
const filePart = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')

/** Sends bytes without ending. @returns all bytes received before the server closes, before `cutMs`, or until `answers` responses */
function sendRaw(parts: Buffer[], cutMs?: number, answers = 1): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
      if (cutMs !== undefined) setTimeout(() => socket.destroy(), cutMs)
    })
    socket.on('data', (chunk) => {
      answer += String(chunk)
      if (answer.split('HTTP/1.1 ').length > answers && answer.endsWith('}')) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}
/** Sends on a keep-alive connection as much as the server accepts. @returns the response and the bytes that the server read */
async function sendWithoutEnd(framing: string, body: Buffer[]): Promise<{ answer: string; read: number }> {
  const received = new Promise<Socket>((resolve) => {
    app.http.server.once('connection', resolve)
  })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => {
    socket.on('close', resolve)
  })
  const request = [head(framing, 'keep-alive'), ...body]
  const more = () => {
    while (!socket.destroyed) if (!socket.write(request.shift() ?? body.at(-1)!)) return
  }
  socket.on('drain', more)
  more()
  const server = await received
  await closed
  return { answer, read: server.bytesRead }
}
const chunked = (content: Buffer) => Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])

describe('FIC-01 a file that is too large is refused before its end', () => {
  const tooMuch = Buffer.alloc(limit + 64 * 1024, 'x')
  it.each<[string, () => Buffer[]]>([
    ['announced', () => [head(`Content-Length: ${11 * limit}`), filePart, tooMuch]],
    ['without a length', () => [head('Transfer-Encoding: chunked'), chunked(Buffer.concat([filePart, tooMuch]))]],
    ['announced as endless', () => [head(`Content-Length: ${2 ** 40}`), filePart, tooMuch]],
  ])('%s', async (_what, make) => {
    const before = await storedFiles(app)
    const answer = await sendRaw(make())
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    await expect.poll(() => storedFiles(app)).toEqual(before)
  })

  const piece = Buffer.alloc(64 * 1024, 'x')
  it.each<[string, Buffer[]]>([
    ['pieces that end at the limit', [chunked(filePart), chunked(piece)]],
    ['pieces that pass over the limit', [chunked(filePart), chunked(Buffer.alloc(50_001, 'x'))]],
  ])('%s, never ending: 64 kB at most are read after the limit, and the answer arrives', async (_what, body) => {
    const { answer, read } = await sendWithoutEnd('Transfer-Encoding: chunked', body)
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*^connection: close\r$[\s\S]*Ce fichier dépasse la taille permise\./im)
    expect(read).toBeGreaterThan(limit)
    // Includes headers and chunk sizes.
    expect(read).toBeLessThanOrEqual(limit + 64 * 1024 + 1_000)
    await expect.poll(() => storedFiles(app)).toEqual([])
  })

  it('announced as more than is permitted: refused unread', async () => {
    const { answer, read } = await sendWithoutEnd(`Content-Length: ${2 ** 40}`, [filePart, piece])
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*^connection: close\r$[\s\S]*Ce fichier dépasse la taille permise\./im)
    // Bytes that came with the headers, and one buffer that Node fills before anything is read.
    expect(read).toBeLessThanOrEqual(3 * 64 * 1024)
  })

  it.each<[string, Buffer[]]>([
    ['a text', [chunked(Buffer.from('--b\r\nContent-Disposition: form-data; name="description"\r\n\r\n')), chunked(piece)]],
    ['what stands before the parts', [chunked(piece)]],
  ])('%s that never ends is not waited for', async (_what, body) => {
    const { answer, read } = await sendWithoutEnd('Transfer-Encoding: chunked', body)
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*L’envoi est trop volumineux\./)
    expect(read).toBeLessThanOrEqual(2 * limit)
  })

  it('one refused for its name and too large besides is not read to its end, and is answered', async () => {
    const form = fileForm('gros.exe', 'x'.repeat(3 * limit), {}, 'document')
    form.append('document', new Blob(['Un texte.']), 'bon.txt')
    const answer = await fetch(`http://127.0.0.1:${port}/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${ana.token}` }, body: form })
    expect([answer.status, (await answer.json()) as object]).toMatchObject([413, { code: 'documents.too_large' }])
    await expect.poll(() => storedFiles(app)).toEqual([])
  })

  it('one byte too large, sent whole: the connection is kept, for the next file', async () => {
    const form = Buffer.concat([filePart, Buffer.alloc(limit + 1, 'x'), Buffer.from('\r\n--b--\r\n')])
    const small = Buffer.concat([filePart, Buffer.from('Un texte.\r\n--b--\r\n')])
    const answer = await sendRaw([head(`Content-Length: ${form.length}`, 'keep-alive'), form, head(`Content-Length: ${small.length}`), small], undefined, 2)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 201'])
  })

  it('announced as smaller than it is: what goes beyond is not read', async () => {
    const before = await storedFiles(app)
    const answer = await sendRaw([head('Content-Length: 300'), filePart, tooMuch])
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
    await expect.poll(() => storedFiles(app)).toEqual(before)
    expect((await upload('suivant.txt')).status).toBe(201)
  })
})

describe('FIC-03 names that climb', () => {
  const climbs = ['../', '..\\', '....//', '..%2f', '%2e%2e/', '%252e%252e%252f', '..%c0%af', '.%00./', '/', 'C:\\', '\\\\serveur\\partage\\', 'file:///']
  const targets = ['etc/passwd.txt', 'data/secret.txt', 'CON.txt', 'nul.txt', `${'n'.repeat(300)}.txt`]
  const names = climbs.flatMap((climb) => targets.map((target) => climb.repeat(4) + target))

  const decoded: [written: string, read: string][] = [
    ['%252e', '.'],
    ['%252f', '/'],
    ['%2e', '.'],
    ['%2f', '/'],
    ['%c0%af', '/'],
    ['%00', ''],
  ]
  /** Lists the paths to which each name would lead, as it is, decoded and with this system's separators, from the folders that a careless join starts in. */
  const placesOf = (dataDir: string): string[] => {
    const read = names.map((name) => decoded.reduce((text, [from, to]) => text.replaceAll(from, to), name))
    const all = [...names, ...read].flatMap((name) => [name, name.replaceAll('\\', '/')])
    return [dataDir, join(dataDir, 'fichiers'), process.cwd(), tmpdir()].flatMap((from) => all.map((name) => resolve(from, name)))
  }

  it(`${names.length} names: each file is kept under a random id, and none is written where its name leads`, async () => {
    const { dataDir } = app.context.config
    const there = () => placesOf(dataDir).filter((path) => existsSync(path))
    const before = there()
    for (const name of names) {
      const { status, body } = await upload(name)
      expect([name, status]).toEqual([name, 201])
      const params = { id: body.document.id }
      expect((await app.call(documents.download, { token: ana.token, params })).text).toBe('Un texte.')
      expect((await app.call(documents.remove, { token: ana.token, params })).status).toBe(200)
    }
    expect((await storedFiles(app)).every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
    expect(await readdir(dataDir)).toEqual(['fichiers'])
    expect(there()).toEqual(before)
  })

  it('an id that climbs names nothing', async () => {
    for (const id of [...climbs.map((climb) => encodeURIComponent(`${climb}secret`)), '%00', '..', 'null']) {
      for (const [method, url] of [
        ['GET', `/api/bibliotheque/documents/${id}/download`],
        ['DELETE', `/api/bibliotheque/documents/${id}`],
        ['GET', `/api/bibliotheque/documents/${id}/text`],
      ] as const) {
        const { statusCode } = await app.http.inject({ method, url, headers: { authorization: `Bearer ${ana.token}` } })
        expect([400, 404, 422]).toContain(statusCode)
      }
    }
  })
})

describe('FIC-04 names are shown as they were', () => {
  it.each([
    ['accents', 'Délibération n°12 – été.txt', undefined],
    ['decomposed accents', 'e\u0301te\u0301.txt', 'été.txt'],
    ['an emoji', '☃ 📄.txt', undefined],
    ['another direction', 'עברית.txt', undefined],
    ['a direction that turns', 'note\u202efdp.txt', undefined],
    ['joined letters', '👩\u200d💻 می\u200cروم.txt', undefined],
    ['255 letters of two units', `${'😀'.repeat(125)}a.txt`, undefined],
    ['quotes', `l'été « 2026 ».txt`, undefined],
    ['Greek and Chinese', 'Ωμέγα 文件.txt', undefined],
    ['percents', '100%25 réel.txt', undefined],
    ['blanks around', '  espaces  .txt', 'espaces  .txt'],
    ['a control character', 'a\u0007b.txt', 'ab.txt'],
    ['a lone surrogate', 'a\ud800b.txt', 'a\ufffdb.txt'],
    ['a slash that is not one', 'a⁄b.txt', undefined],
    ['an upper-case extension', 'NOTE.TXT', undefined],
  ])('%s', async (_what, name, shown = name) => {
    const { status, body } = await upload(name)
    expect([status, body.document?.original_filename]).toEqual([201, shown])
    const { headers } = await app.call(documents.download, { token: ana.token, params: { id: body.document.id } })
    const header = String(headers['content-disposition'])
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!'()*-]+$/)
    expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(shown)
  })
})

it('FIC-11 five hundred uploads that are cut leave no file', { timeout: 60_000 }, async () => {
  const before = await storedFiles(app)
  for (let batch = 0; batch < 10; batch += 1) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => sendRaw([head('Content-Length: 90000'), filePart, Buffer.alloc(100 + i * 1_000, 'x')], 20 + i * 2)))
  }
  // The server may only now read the last of them, whose files the next tests would count.
  await expect.poll(() => promisify(app.http.server.getConnections.bind(app.http.server))(), { timeout: 40_000 }).toBe(0)
  await expect.poll(() => storedFiles(app), { timeout: 20_000 }).toEqual(before)
  expect((await upload('après.txt')).status).toBe(201)
})

describe('FIC-12 the antivirus', () => {
  afterEach(() => {
    app.context.antivirus = null
  })
  const infected = `Bonjour.\n${eicar}\n`

  it('is shown every file, refuses those it knows and lets the others in, by both calls', async () => {
    const clamd = await startFakeClamd()
    app.context.antivirus = createClamd(clamd.address, 'refuse')
    const before = await storedFiles(app)
    const refused = await upload('facture.txt', infected)
    expect([refused.status, refused.error]).toMatchObject([
      422,
      { code: 'documents.infected', error: '«\u00a0facture.txt\u00a0»\u00a0: ce fichier a été refusé par l’antivirus.' },
    ])
    const own = await app.call(routes.library.upload, { token: ana.token, form: fileForm('facture.txt', infected, {}, 'document') })
    expect([own.status, own.error.code]).toEqual([422, 'documents.infected'])
    expect(await storedFiles(app)).toEqual(before)
    expect((await upload('saine.txt')).status).toBe(201)
    expect(clamd.seen.map(String)).toEqual([infected, infected, 'Un texte.'])
    await clamd.close()
  })

  it('refuses by default while the scanner is down; accepts where that is the policy', async () => {
    const clamd = await startFakeClamd()
    await clamd.close()
    const before = await storedFiles(app)
    app.context.antivirus = createClamd(clamd.address, 'refuse')
    const refused = await upload('note.txt')
    expect([refused.status, refused.error.code]).toEqual([503, 'documents.scan_unavailable'])
    expect(await storedFiles(app)).toEqual(before)
    app.context.antivirus = createClamd(clamd.address, 'accept')
    expect((await upload('note.txt')).status).toBe(201)
    expect(app.logs.filter((line) => line.includes('the antivirus did not answer'))).toHaveLength(2)
    expect(app.logs.join()).not.toContain('note.txt')
  })
  it('refuses what is larger than it takes, under both policies, and that file alone', async () => {
    const clamd = await startFakeClamd(undefined, limit / 2)
    const before = await storedFiles(app)
    for (const policy of ['refuse', 'accept'] as const) {
      app.context.antivirus = createClamd(clamd.address, policy)
      const refused = await upload('plan.txt', 'x'.repeat(limit - 1_000))
      expect([refused.status, refused.error]).toMatchObject([
        413,
        {
          code: 'documents.too_large_to_scan',
          error: expect.stringMatching(/^«\u00a0plan\.txt\u00a0»\u00a0: ce fichier est plus grand que ce que l’antivirus examine/),
        },
      ])
      expect(await storedFiles(app)).toEqual(before)
    }
    const form = fileForm('plan.txt', 'x'.repeat(limit - 100_000), {}, 'document')
    form.append('document', new Blob(['Un texte.']), 'note.txt')
    const own = await fetch(`http://127.0.0.1:${port}/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${ana.token}` }, body: form })
    expect([own.status, (await own.json()) as object]).toMatchObject([201, { files: [{ filename: 'note.txt' }], refused: [{ filename: 'plan.txt' }] }])
    expect(app.logs.filter((line) => line.includes('its StreamMaxLength is below MAX_UPLOAD_MB'))).toHaveLength(3)
    await clamd.close()
  })
})
