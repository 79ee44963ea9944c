import { errorSentence, routes } from '@parvis/contract'
import { expect, it, vi } from 'vitest'
import { openTestApp } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { fileForm, storedFiles } from '../documents.fixture.ts'

const { documents, grants, library, projects } = routes
const kilobyte = 1024
/** Forty files of one megabyte. */
const quota = 40 * kilobyte * kilobyte

const app = openTestApp({ config: { maxUploadMb: 1 } })

const text = (size: number) => 'a'.repeat(size)
const toBase = (who: TestUser, size: number) => app.call(documents.upload, { token: who.token, form: fileForm('note.txt', text(size)) })
const toOwn = (who: TestUser, size: number) => app.call(library.upload, { token: who.token, form: fileForm('note.txt', text(size), {}, 'document') })

/** Creates a person with this many bytes left in their quota. */
async function personWith(left: number): Promise<TestUser> {
  const who = await app.createUser()
  const { id } = (await toBase(who, 10)).body.document
  await app.db
    .updateTable('document')
    .set({ size: quota - left })
    .where('id', '=', id)
    .execute()
  return who
}

it('FIC-13 what is announced and cannot be kept is refused before a byte is written', async () => {
  const who = await personWith(100 * kilobyte)
  const write = vi.spyOn(app.context.blobs, 'write')
  for (const send of [toBase, toOwn]) {
    const refused = await send(who, 300 * kilobyte)
    expect([refused.status, refused.error]).toMatchObject([413, { code: 'documents.quota', error: errorSentence('documents.quota') }])
  }
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
  expect((await toOwn(who, 90 * kilobyte)).status).toBe(201)
})

it('FIC-13 what is not announced is stopped in the middle, and nothing of it stays', async () => {
  const who = await personWith(100 * kilobyte)
  const before = await storedFiles(app)
  const url = await app.listen()
  const boundary = 'limite'
  async function* body() {
    yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="long.txt"\r\ncontent-type: text/plain\r\n\r\n`)
    for (let nth = 0; nth < 90; nth += 1) yield Buffer.alloc(10 * kilobyte, 'x')
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const answer = await fetch(`${url}/api${library.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'documents.quota'])
  await expect.poll(() => storedFiles(app)).toEqual(before)
})

it('FIC-13 five at once do not pass together, and one that is refused takes no place', async () => {
  const who = await personWith(100 * kilobyte)
  const answers = await Promise.all(Array.from({ length: 5 }, (_, nth) => (nth % 2 === 0 ? toBase : toOwn)(who, 60 * kilobyte)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 413, 413, 413, 413])
  expect((await toOwn(who, 30 * kilobyte)).status).toBe(201)
  expect((await toOwn(await app.createUser(), 60 * kilobyte)).status).toBe(201)
})

it('who brings a file to a colleague’s project is told that it is the colleague’s place which is full', async () => {
  const [owner, writer] = [await personWith(100 * kilobyte), await app.createUser()]
  const { id } = (await app.call(projects.create, { token: owner.token, body: { name: 'Passerelle' } })).body
  const list = [{ subject: 'user' as const, id: writer.id, level: 'edit' as const }]
  expect((await app.call(grants.set, { token: owner.token, params: { kind: 'project', id }, body: { grants: list } })).status).toBe(200)
  const bring = async (who: TestUser) => {
    const form = fileForm('note.txt', text(300 * kilobyte), {}, 'document')
    return (await app.call(projects.addFiles, { token: who.token, params: { id }, form })).error
  }
  expect(await bring(writer)).toMatchObject({ code: 'documents.quota', error: 'L’espace de dépôt de la personne à qui ce projet appartient est plein.' })
  expect(await bring(owner)).toMatchObject({ code: 'documents.quota', error: errorSentence('documents.quota') })
})
