import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { unavailable } from '../../../platform/db/errors.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { fileForm, storedFiles } from '../documents.fixture.ts'

// The response to an upload is lost, and the upload is sent again with the same idempotency key.

const { conversations, documentCategories, documents, grants, library, projects } = routes

const app = openTestApp({ config: { maxUploadMb: 1 } })
const { ana, bruno, admin } = people(app, { ana: {}, bruno: {}, admin: { is_admin: true } })

const note = (client_upload_id: string, part = 'document') => fileForm('note.txt', 'Une note.', { client_upload_id }, part)
const inBase = async (who: TestUser, form: FormData) => (await app.call(documents.upload, { token: who.token, form })).body.document.id
const forOneself = async (who: TestUser, form: FormData) => (await app.call(library.upload, { token: who.token, form })).body.document_id
const theFirst = ({ files }: { files: { document_id: string }[] }) => files[0]!.document_id

/** Returns a destination of each kind, with a function that uploads a file there. */
async function places(): Promise<[kind: string, part: string, send: (form: FormData) => Promise<string>][]> {
  const { token } = ana
  const conversation = (await app.call(conversations.findOrCreate, { token, body: {} })).body
  const project = (await app.call(projects.create, { token, body: { name: 'Voie verte' } })).body
  return [
    ['base', 'file', (form) => inBase(ana, form)],
    ['oneself', 'document', (form) => forOneself(ana, form)],
    ['conversation', 'document', async (form) => theFirst((await app.call(conversations.addFiles, { token, params: { id: conversation.id }, form })).body)],
    ['project', 'document', async (form) => theFirst((await app.call(projects.addFiles, { token, params: { id: project.id }, form })).body)],
  ]
}

it('is one document, wherever it is sent, at once or later; another name is another one', async () => {
  const all: string[] = []
  for (const [kind, part, send] of await places()) {
    const before = (await storedFiles(app)).length
    const [first, meanwhile] = await Promise.all([send(note('un', part)), send(note('un', part))])
    expect([kind, meanwhile, await send(note('un', part))]).toEqual([kind, first, first])
    const second = await send(note('deux', part))
    expect([kind, (await storedFiles(app)).length - before]).toEqual([kind, 2])
    all.push(first, second)
  }
  // The same key at another destination makes another document.
  expect(new Set(all).size).toBe(8)
})

it('is somebody else’s own, whatever its name; and a new one where the first was deleted', async () => {
  const first = await inBase(ana, note('à moi', 'file'))
  expect(await inBase(bruno, note('à moi', 'file'))).not.toBe(first)
  await app.call(documents.remove, { token: ana.token, params: { id: first } })
  const again = await inBase(ana, note('à moi', 'file'))
  expect(again).not.toBe(first)
  expect(await inBase(ana, note('à moi', 'file'))).toBe(again)
})

it('has the category and the description of the last sending, and leaves no empty category', async () => {
  const form = (category: string, description: string) => fileForm('avis.txt', 'Un avis.', { client_upload_id: 'avis', category, description })
  const first = await inBase(ana, form('Brouillons', ''))
  expect(await inBase(ana, form('Marchés', 'Le bon'))).toBe(first)
  const { body } = await app.call(documents.list, { token: ana.token })
  expect(body.documents.find(({ id }) => id === first)).toMatchObject({ category: 'Marchés', description: 'Le bon' })
  expect((await app.call(documents.categories, { token: ana.token })).body.categories).not.toContain('Brouillons')
})

it('is not taken out of where somebody else has put it since, and who sent it does not read', async () => {
  const first = await inBase(ana, note('déplacé', 'file'))
  const { id: category_id } = (await app.call(documentCategories.create, { token: admin.token, body: { name: 'Carrières' } })).body
  const body = { grants: [{ subject: 'user' as const, id: bruno.id, level: 'use' as const }] }
  await app.call(grants.set, { token: admin.token, params: { kind: 'document_category', id: category_id }, body })
  await app.db.updateTable('document').set({ category_id }).where('id', '=', first).execute()
  const before = await storedFiles(app)
  const answer = await app.call(documents.upload, { token: ana.token, form: note('déplacé', 'file') })
  expect([answer.status, answer.error.code]).toEqual([404, 'request.not_found'])
  expect(await app.db.selectFrom('document').where('id', '=', first).select('category_id').executeTakeFirst()).toEqual({ category_id })
  expect(await storedFiles(app)).toEqual(before)
})

it('answers all the files of the first sending', async () => {
  const several = () => {
    const form = fileForm('a.txt', 'Un.', { client_upload_id: 'trois' }, 'document')
    for (const name of ['b.txt', 'c.txt']) form.append('document', new Blob(['Deux.']), name)
    return app.call(library.upload, { token: ana.token, form })
  }
  const [first, again] = [(await several()).body, (await several()).body]
  expect(first.files).toHaveLength(3)
  expect(again).toEqual(first)
})

it('is refused under a name that is none, and nothing of it stays', async () => {
  const before = await storedFiles(app)
  for (const name of ['', 'x'.repeat(101)])
    for (const answer of [
      await app.call(documents.upload, { token: ana.token, form: note(name, 'file') }),
      await app.call(library.upload, { token: ana.token, form: note(name) }),
    ])
      expect([answer.status, answer.error]).toMatchObject([
        422,
        { code: 'request.invalid', error: expect.stringMatching(/^(Ce champ est obligatoire|100 caractères au plus)/) },
      ])
  expect(await storedFiles(app)).toEqual(before)
})

it('keeps its file where the database did not say whether it was done, but where it was not', async () => {
  const { db } = app
  const lost = (isDone: boolean): ReturnType<typeof db.transaction> => {
    const transaction = db.transaction()
    const execute: typeof transaction.execute = async (work) => {
      if (isDone) await transaction.execute(work)
      throw unavailable()
    }
    return { execute } as typeof transaction
  }
  /** Uploads a file while the responses of the next transactions are lost. @returns the number of files left */
  const leaves = async (name: string, ...answers: ReturnType<typeof lost>[]) => {
    const before = (await storedFiles(app)).length
    const spy = vi.spyOn(db, 'transaction')
    for (const answer of answers) spy.mockReturnValueOnce(answer)
    const { status } = await app.call(documents.upload, { token: ana.token, form: note(name, 'file') })
    spy.mockRestore()
    expect(status).toBe(503)
    return (await storedFiles(app)).length - before
  }
  const done = randomUUID()
  expect(await leaves(done, lost(true))).toBe(1)
  const id = await inBase(ana, note(done, 'file'))
  expect((await app.call(documents.download, { token: ana.token, params: { id } })).text).toBe('Une note.')
  expect(await leaves(randomUUID(), lost(false))).toBe(0)
  // The outcome is unknown: the file is left to the sweep.
  expect(await leaves(randomUUID(), lost(false), lost(false))).toBe(1)
})
