import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { addToLibrary, fileForm, storedFiles, uploadPrivate } from './documents.fixture.ts'
import { sweepFiles } from './reconcile.ts'

const { documents } = routes

const app = openTestApp({ config: { maxUploadMb: 1 } })
const { ana, bruno, admin } = people(app, { ana: { first_name: 'Ana', last_name: 'Morel' }, bruno: {}, admin: { is_admin: true } })

const upload = (filename: string, content: string | Uint8Array<ArrayBuffer>, fields = {}, user = ana) =>
  app.call(documents.upload, { token: user.token, form: fileForm(filename, content, fields) })
const list = async (user: TestUser, category?: string) =>
  (await app.call(documents.list, { token: user.token, ...(category !== undefined && { query: { category } }) })).body.documents

describe('who may', () => {
  it('answers nothing without a session', async () => {
    const params = { id: randomUUID() }
    const answers = await Promise.all([
      app.call(documents.list),
      app.call(documents.categories),
      app.call(documents.upload, { form: fileForm('a.txt', 'a') }),
      app.call(documents.states, { query: { ids: params.id } }),
      app.call(documents.download, { params }),
      app.call(documents.text, { params }),
      app.call(documents.passage, { params: { ...params, passage_id: '0' } }),
      app.call(documents.retry, { params }),
      app.call(documents.update, { params, body: {} }),
      app.call(documents.remove, { params }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(401))
  })

  it('everybody reads a document of the shared library; its uploader and administrators change it', async () => {
    const { id } = await addToLibrary(app, ana, 'règlement.txt', 'Le règlement intérieur de la médiathèque.')
    expect((await list(bruno)).find((document) => document.id === id)).toMatchObject({ can_edit: false, uploader_name: 'Ana Morel' })
    const params = { id }
    for (const answer of [
      await app.call(documents.update, { token: bruno.token, params, body: { description: 'à moi' } }),
      await app.call(documents.remove, { token: bruno.token, params }),
      await app.call(documents.retry, { token: bruno.token, params }),
    ])
      expect([answer.status, answer.error.code]).toEqual([403, 'documents.not_owner'])
    expect((await app.call(documents.download, { token: bruno.token, params })).text).toContain('médiathèque')
    expect((await app.call(documents.update, { token: admin.token, params, body: { description: 'vu' } })).body).toMatchObject({
      message: 'Document mis à jour',
      document: { description: 'vu' },
    })
    expect((await app.call(documents.remove, { token: ana.token, params })).body.message).toBe('Document supprimé')
    expect((await app.call(documents.download, { token: ana.token, params })).status).toBe(404)
  })

  it('ACC-06 ACC-07 a private document is nobody else’s by any door, an administrator’s included', async () => {
    const id = await uploadPrivate(app, ana, 'note personnelle.txt', 'CANARI-PRIVE dans une note.')
    const params = { id }
    for (const user of [bruno, admin]) {
      const answers = [
        await app.call(documents.download, { token: user.token, params }),
        await app.call(documents.text, { token: user.token, params }),
        await app.call(documents.passage, { token: user.token, params: { id, passage_id: '0' } }),
        await app.call(documents.retry, { token: user.token, params }),
        await app.call(documents.update, { token: user.token, params, body: { description: 'x' } }),
        await app.call(documents.remove, { token: user.token, params }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404))
      expect((await app.call(documents.states, { token: user.token, query: { ids: id } })).body.documents).toEqual([])
      expect((await app.call(routes.library.uploads, { token: user.token })).text).not.toContain(id)
    }
    for (const user of [ana, bruno, admin]) expect((await list(user)).some((document) => document.id === id)).toBe(false)
    expect((await app.call(routes.library.categories, { token: ana.token })).text).not.toContain('note personnelle')
    expect((await app.call(documents.text, { token: ana.token, params })).text).toContain('CANARI-PRIVE')
    expect((await app.call(documents.remove, { token: ana.token, params })).status).toBe(200)
  })

  it('ACC-10 nobody chooses the owner, the state nor the id of a document', async () => {
    const fields = { owner_id: bruno.id, uploader_id: bruno.id, state: 'indexe', id: randomUUID(), is_private: 'true' }
    const { body } = await upload('champs.txt', 'Des champs en trop.', fields)
    expect(body.document).toMatchObject({ uploader_name: 'Ana Morel', state: 'en_attente', can_edit: true })
    expect(body.document.id).not.toBe(fields.id)
  })
})

describe('the shared library', () => {
  it('receives a file, reads it, and gives it back under its name', async () => {
    const { status, body } = await upload('Délibération n°12 – été.md', '# Budget primitif\n\nLe conseil adopte le budget de 2026.', {
      category: 'Notes internes',
      description: 'Séance de mars',
    })
    expect([status, body.message]).toEqual([201, 'Document chargé dans la bibliothèque'])
    expect(body.document).toMatchObject({
      original_filename: 'Délibération n°12 – été.md',
      category: 'Notes internes',
      description: 'Séance de mars',
      file_size_readable: '55\u00a0o',
      state: 'en_attente',
    })
    await app.context.worker.drain()
    const params = { id: body.document.id }
    expect((await app.call(documents.states, { token: bruno.token, query: { ids: params.id } })).body.documents).toEqual([
      { id: params.id, state: 'indexe', state_reason: null, page_count: null, progress: null, warnings: [] },
    ])
    const file = await app.call(documents.download, { token: bruno.token, params })
    expect(file.text).toContain('# Budget primitif')
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''D%C3%A9lib%C3%A9ration%20n%C2%B012%20%E2%80%93%20%C3%A9t%C3%A9.md")
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it('puts a document without a category in « Notes internes », and filters by category whatever its case', async () => {
    const inNotes = await addToLibrary(app, ana, 'sans catégorie.txt', 'Une note.', { category: '  ' })
    expect(inNotes.category).toBe('Notes internes')
    const own = await addToLibrary(app, ana, 'voirie.txt', 'Le revêtement des rues.', { category: 'Voirie et réseaux' })
    expect((await addToLibrary(app, bruno, 'voirie 2.txt', 'Les réseaux d’eau.', { category: 'voirie ET  reseaux' })).category).toBe('Voirie et réseaux')
    expect((await list(bruno, 'VOIRIE et réseaux')).map((document) => document.original_filename)).toEqual(['voirie 2.txt', 'voirie.txt'])
    expect(await list(bruno, 'Inconnue')).toEqual([])
    const { body } = await app.call(documents.categories, { token: bruno.token })
    expect(body.counts['Voirie et réseaux']).toBe(2)
    expect(body.categories).toEqual(expect.arrayContaining(['Code', 'Documentation RH', 'Notes internes', 'Réglementation']))
    await app.call(documents.update, { token: ana.token, params: { id: own.id }, body: { category: 'Code' } })
    expect((await list(bruno, 'Code')).map(({ id }) => id)).toContain(own.id)
  })

  it('forgets a category that people made once it is empty', async () => {
    const { id } = await addToLibrary(app, ana, 'seul.txt', 'Seul dans sa catégorie.', { category: 'Éphémère' })
    await app.call(documents.remove, { token: ana.token, params: { id } })
    expect((await app.call(documents.categories, { token: ana.token })).body.categories).not.toContain('Éphémère')
  })

  it('ACC-11 odd filters never show more', async () => {
    const all = (await list(bruno)).length
    for (const query of [
      { category: ['Code', 'Notes internes'] },
      { 'category[]': 'Code' },
      { category: '%' },
      { category: "' or 1=1 --" },
      { owner_id: ana.id },
    ]) {
      const answer = await app.call(documents.list, { token: bruno.token, query: query as never })
      expect([200, 422]).toContain(answer.status)
      if (answer.status === 200) expect(answer.body.documents.length).toBeLessThanOrEqual(all)
    }
  })

  it('shows what was read, page by page, with the passage that a source names', async () => {
    const csv = ['intitulé;montant', ...Array.from({ length: 400 }, (_, i) => `Ligne ${i};${i * 10}`)].join('\n')
    const { id } = await addToLibrary(app, ana, 'budget.csv', csv)
    const first = (await app.call(documents.text, { token: bruno.token, params: { id } })).body
    expect(first.pages[0]!.blocks[0]).toMatchObject({ kind: 'table', is_highlighted: false })
    expect(first.pages[0]!.blocks[0]!.rows![0]).toEqual(['intitulé', 'montant'])
    const md = await addToLibrary(
      app,
      ana,
      'charte.md',
      `# Charte\n\n${'Un paragraphe ordinaire sur la vie de la maison. '.repeat(30)}\n\n## Télétravail\n\nLe télétravail est limité à trois jours.\n`,
    )
    const last = await app.db.selectFrom('passage').where('document_id', '=', md.id).orderBy('position', 'desc').select('position').executeTakeFirstOrThrow()
    const read = (await app.call(documents.text, { token: bruno.token, params: { id: md.id }, query: { passage: String(last.position) } })).body
    expect(read.passage).toMatchObject({ section: 'Charte › Télétravail', text: expect.stringContaining('trois jours') })
    expect(read.pages[0]!.blocks.filter((block) => block.is_highlighted).map(({ text }) => text)).toContain('Le télétravail est limité à trois jours.')
    expect(read.pages[0]!.blocks.find((block) => block.text === 'Charte')).toMatchObject({ kind: 'heading', level: 1 })
    // The same clause in three sections: only that of the cited passage is shown.
    const clause = `La redevance est due le premier jour du mois. ${'Elle suit le barème voté. '.repeat(20)}`
    const halls = await addToLibrary(app, ana, 'halles.md', ['A', 'B', 'C'].map((hall) => `## Halle ${hall}\n\n${clause}`).join('\n\n'))
    const second = (await app.call(documents.text, { token: bruno.token, params: { id: halls.id }, query: { passage: '1' } })).body
    expect(second.passage!.section).toBe('Halle B')
    const blocks = second.pages.flatMap((page) => page.blocks)
    expect(blocks.map(({ is_highlighted }) => is_highlighted)).toEqual([false, false, false, true, false, false])
    expect(blocks[3]!.cited).toEqual({ from: 0, to: blocks[3]!.text.length })
    for (const passage_id of ['9999', '3-1', '0-9999999']) {
      expect((await app.call(documents.passage, { token: bruno.token, params: { id: md.id, passage_id } })).status).toBe(404)
    }
  })
})

describe('what is refused', () => {
  it.each([
    ['a category with control characters', fileForm('a.txt', 'x', { category: 'a\u0007b' }), 422, 'request.invalid'],
    ['a category with markup', fileForm('a.txt', 'x', { category: '<b>' }), 422, 'request.invalid'],
    ['a category that is too long', fileForm('a.txt', 'x', { category: 'a'.repeat(81) }), 422, 'request.invalid'],
    ['no file', fileForm('a.txt', 'x', {}, 'autre'), 422, 'documents.file_required'],
    ['an empty file', fileForm('a.txt', ''), 422, 'documents.empty'],
    ['an unknown extension', fileForm('a.exe', 'MZ'), 415, 'documents.unsupported'],
    ['a file without an extension', fileForm('LISEZMOI', 'x'), 415, 'documents.unsupported'],
    ['a program named .pdf', fileForm('a.pdf', 'MZ\x90\0'), 415, 'documents.type_mismatch'],
    ['a page named .docx', fileForm('a.docx', '<html><body>x</body></html>'), 415, 'documents.type_mismatch'],
    ['a file that is too large', fileForm('a.txt', 'x'.repeat(1024 * 1024 + 1)), 413, 'documents.too_large'],
  ])('FIC-01 FIC-02 %s', async (_what, form, status, code) => {
    const before = await storedFiles(app)
    const answer = await app.call(documents.upload, { token: ana.token, form })
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(await storedFiles(app)).toEqual(before)
  })

  it('a refusal names the file and, for its type, the formats that are accepted; why alone stands under the name of the part', async () => {
    const unsupported = (await upload('photo.heic', 'x')).error
    expect(unsupported.error).toMatch(/^«\u00a0photo\.heic\u00a0»\u00a0: ce type de fichier n’est pas accepté\. Formats acceptés\u00a0: PDF, .+$/)
    expect(unsupported.fields!['file']).toMatch(/^Ce type de fichier n’est pas accepté\. Formats acceptés\u00a0: PDF, .+$/)
    expect((await upload('vide.txt', '')).error).toMatchObject({
      error: '«\u00a0vide.txt\u00a0»\u00a0: ce fichier est vide.',
      fields: { file: 'Ce fichier est vide.' },
    })
    const form = fileForm('programme.pdf', 'MZ', {}, 'document')
    const own = await app.call(routes.library.upload, { token: ana.token, form })
    expect(own.error).toMatchObject({
      error: '«\u00a0programme.pdf\u00a0»\u00a0: le contenu de ce fichier ne correspond pas à son extension.',
      fields: { document: 'Le contenu de ce fichier ne correspond pas à son extension.' },
    })
  })

  it('FIC-13 a full allowance stops its person, and nobody else', async () => {
    const full = await app.createUser()
    await app.db
      .insertInto('document')
      .values({ owner_id: full.id, uploader_id: full.id, original_filename: 'gros.txt', blob_id: randomUUID(), size: 40 * 1024 * 1024, format: 'txt' })
      .execute()
    const before = await storedFiles(app)
    const refused = await upload('de trop.txt', 'x', {}, full)
    expect([refused.status, refused.error.error]).toEqual([413, 'Votre espace de dépôt est plein.'])
    expect(await storedFiles(app)).toEqual(before)
    expect((await upload('ailleurs.txt', 'x', {}, bruno)).status).toBe(201)
  })
})

describe('PRV-06 a deleted account', () => {
  it('takes its private documents with it, files included, and leaves those of the shared library to nobody', async () => {
    const gone = await app.createUser()
    const own = await uploadPrivate(app, gone, 'à moi.txt', 'Seulement pour moi.')
    const shared = await addToLibrary(app, gone, 'à tous.txt', 'Pour tout le monde.')
    const { blob_id } = await app.db.selectFrom('document').where('id', '=', own).select('blob_id').executeTakeFirstOrThrow()
    await app.call(routes.rights.deleteOwnAccount, { token: gone.token, body: { password: gone.password, shared_documents: 'keep' } })
    expect(await app.db.selectFrom('passage').where('document_id', '=', own).selectAll().execute()).toEqual([])
    expect((await list(bruno)).find(({ id }) => id === shared.id)).toMatchObject({ uploader_name: 'Compte supprimé' })
    expect(await storedFiles(app)).not.toContain(blob_id)
  })

  it('whose files could not be removed leaves them to the sweep', async () => {
    const { id: blob } = await app.context.blobs.write(
      (async function* () {
        yield Buffer.from('reste')
      })(),
    )
    const file = path.join(app.context.config.dataDir, 'fichiers', blob.slice(0, 2), blob)
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    await utimes(file, yesterday, yesterday)
    const others = (await storedFiles(app)).filter((name) => name !== blob)
    expect((await sweepFiles(app.context, 3_600_000)).removed).toBe(1)
    expect(await storedFiles(app)).toEqual(others)
  })
})
