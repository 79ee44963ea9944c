import { routes } from '@parvis/contract'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drawText, makeDocx, makeOdf, makePdf, makeRelationships, makeXlsx, wordParagraph } from '@parvis/document-reading/fixtures'
import { docxFile, odtFile } from '@parvis/office-writing/letterhead-fixtures'
import { fileForm } from '../features/documents/documents.fixture.ts'
import { textFields, withText } from './text-fields.ts'
import { callWith } from './matrix/matrix-rule.ts'
import { permittedPerson, sampleRules } from './matrix/matrix-rules.ts'
import { openWorld } from './matrix/matrix-world.ts'
import { listenLocally } from './listen-locally.ts'
import { isFullRun } from './full-run.ts'

// Nothing written by a person or a model makes the server request an address: a trap listens at the address written everywhere.

const world = openWorld()
let trap: Server
let calls = 0
let address: string
beforeAll(async () => {
  trap = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  address = `http://127.0.0.1:${await listenLocally(trap)}/piege`
})
afterAll(() => void trap?.close())
beforeEach(() => void (calls = 0))

/** Texts with the address that a careless program would follow. */
const writings = (): string[] => {
  const { host, port } = new URL(address)
  return [
    address,
    `//${host}/piege`,
    `http://localhost:${port}/piege`,
    `![image](${address})`,
    `<img src="${address}"><link rel="stylesheet" href="${address}">`,
    `agent@[127.0.0.1]:${port}`,
    `file:////127.0.0.1@${port}/piege`,
    host,
  ]
}

test('the trap works', async () => {
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  expect(calls).toBeGreaterThan(0)
})

/** All texts in a full run (`npm run prove`); otherwise the plain address, and one other that varies by field. */
const writingsFor = (place: number): string[] => {
  const [plain, ...others] = writings()
  return isFullRun ? [plain!, ...others] : [plain!, others[place % others.length]!]
}

let places = 0
let sent = 0
test.each(sampleRules.map((rule) => ({ rule, name: `${rule.route.method} ${rule.route.path}${rule.on && ` (${rule.on})`}` })))(
  'NET-01 $name: an address in any of its texts is called by nobody',
  async ({ rule }) => {
    const { route } = rule
    const who = permittedPerson(rule)
    const sample = await rule.make(world, who)
    const person = sample.caller ?? world.people[who]
    const token = route.access === 'public' ? undefined : route.access === 'refresh' ? person.refresh : person.token
    for (const place of textFields(route, sample)) {
      places += 1
      for (const text of writingsFor(places)) {
        sent += 1
        // Headers from which some programs build links.
        const headers = { host: new URL(address).host, 'x-forwarded-host': new URL(address).host, origin: address, referer: address }
        const answer = await callWith(world, route, withText(sample, place, text), token, `10.3.${(sent >> 8) & 255}.${sent & 255}`, headers)
        expect([answer.status < 500, place, text]).toEqual([true, place, text])
      }
    }
    expect(calls).toBe(0)
  },
)

test('NET-01 what documents and letterheads point to is not asked for', async () => {
  const { app, people } = world
  const image = makeRelationships([{ id: 'r1', target: address, type: 'image', external: true }])
  const mail = ['From: a@b.fr', 'Subject: Note', 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8', '', `<p>Note</p><img src="${address}">`].join(
    '\r\n',
  )
  const html = `<html><head><base href="${address}"><link rel="stylesheet" href="${address}"><style>@import url(${address})</style></head><body background="${address}">
    <p>Un texte.</p><img src="${address}" srcset="${address} 2x"><iframe src="${address}"></iframe><object data="${address}"></object><video poster="${address}"></video></body></html>`
  const files: [string, string | Uint8Array][] = [
    ['page.html', html],
    ['note.md', `Un texte.\n\n![image](${address})\n\n[lien][1]\n\n[1]: ${address}\n\n${html}`],
    ['message.eml', mail],
    ['note.txt', `Voir ${address}`],
    ['tableau.csv', `nom;lien\nA;=WEBSERVICE("${address}")\n`],
    [
      'lettre.docx',
      makeDocx(`${wordParagraph('Un texte.')}<w:p><w:r><w:drawing><a:blip xmlns:a="a" r:link="r1"/></w:drawing></w:r></w:p>`, {
        'word/_rels/document.xml.rels': image,
        'word/_rels/settings.xml.rels': makeRelationships([{ id: 'r1', target: address, type: 'attachedTemplate', external: true }]),
      }),
    ],
    [
      'classeur.xlsx',
      makeXlsx(
        { Feuille: `<row r="1"><c r="A1" t="inlineStr"><is><t>Un texte</t></is></c><c r="B1"><f>WEBSERVICE("${address}")</f><v>1</v></c></row>` },
        { 'xl/externalLinks/_rels/externalLink1.xml.rels': makeRelationships([{ id: 'r1', target: address, type: 'externalLinkPath', external: true }]) },
      ),
    ],
    [
      'lettre.odt',
      makeOdf('text', `<office:text><text:p>Un texte.<draw:frame><draw:image xmlns:xlink="x" xlink:href="${address}"/></draw:frame></text:p></office:text>`),
    ],
    [
      'fiche.pdf',
      makePdf({ pages: [{ content: drawText(60, 700, 'Un texte tout à fait lisible.') }], catalog: `/OpenAction << /S /URI /URI (${address}) >>` }),
    ],
  ]
  const { token } = people.owner
  for (const [name, content] of files) {
    const form = fileForm(name, typeof content === 'string' ? content : Buffer.from(content), { category: 'Pièges' })
    expect([name, (await app.call(routes.documents.upload, { token, form })).status]).toEqual([name, 201])
  }
  await app.context.worker.drain()
  const { documents } = (await app.call(routes.documents.list, { token, query: { category: 'Pièges' } })).body
  expect(documents.map(({ state, original_filename }) => [original_filename, state])).toEqual(
    documents.map(({ original_filename }) => [original_filename, 'indexe']),
  )
  expect(documents).toHaveLength(files.length)
  await app.call(routes.chat.libraryStream, { token, body: { message: `Que dit ${address} ?`, category: 'Pièges' } })

  const papers: [string, Uint8Array][] = [
    ['papier.docx', docxFile({ more: ['attachedTemplate', 'image'].map((type, at) => [`rId2${at}`, type, address, 'External']) })],
    ['papier.odt', odtFile({ body: `<text:p><draw:frame><draw:image xlink:href="${address}"/></draw:frame></text:p>` })],
  ]
  for (const [name, content] of papers) {
    const { status } = await app.call(routes.letterheads.upload, { token: people.admin.token, form: fileForm(name, Buffer.from(content)) })
    expect([name, [200, 201, 422].includes(status)]).toEqual([name, true])
  }
  expect(calls).toBe(0)
})

test('NET-01 the link of a mail leads to the application, whatever the request says', async () => {
  const { host } = new URL(address)
  const { app, people } = world
  const { status } = await app.call(routes.auth.forgotPassword, {
    body: { email: people.other.email },
    ip: '10.4.0.1',
    headers: { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https', forwarded: `host=${host}`, origin: address },
  })
  expect(status).toBe(200)
  // Not the only mail sent to her: changes of her account are notified too.
  const link = () => app.mails.findLast(({ to, text }) => to === people.other.email && text.includes('/reset-password/'))
  await expect.poll(link).toBeDefined()
  const { text } = link()!
  const { port } = app.http.server.address() as AddressInfo
  expect(text).toContain(`http://127.0.0.1:${port}/reset-password/`)
  expect(text).not.toContain(host)
})

test('NET-01 every text of every call was tried', () => {
  expect(places).toBeGreaterThan(100)
  expect(sent).toBeGreaterThan(isFullRun ? 800 : 200)
})
