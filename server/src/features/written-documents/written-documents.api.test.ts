import { errorSentence, routes, writtenLimits, type SentBlock, type WrittenDocument } from '@parvis/contract'
import { makeZip } from '@parvis/document-reading/fixtures'
import { text, type DocumentBlock } from '@parvis/markdown'
import { plainLetterhead, toDocx } from '@parvis/office-writing'
import { openParts } from '@parvis/office-writing/fixtures'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { fileForm } from '../documents/documents.fixture.ts'

const { grants, writtenDocuments, writtenFiles, writtenVersions } = routes
const app = openTestApp({ config: { maxUploadMb: 1 } })
const { ana, bruno, chloe } = people(app, { ana: {}, bruno: {}, chloe: {} })

const paragraph = (id: string, text: string): SentBlock => ({ id, kind: 'paragraph', style: 'body', text })
const create = async (body: object, who: TestUser = ana) => app.call(writtenDocuments.create, { token: who.token, body: body as never })
const make = async (markdown = 'Un texte.', who: TestUser = ana) => (await create({ title: 'Note', markdown }, who)).body
const save = (id: string, body: object, who: TestUser = ana) => app.call(writtenDocuments.update, { token: who.token, params: { id }, body })
const read = async (id: string, who: TestUser = ana) => (await app.call(writtenDocuments.get, { token: who.token, params: { id } })).body
const open = (id: string, level: 'use' | 'edit', who: TestUser) =>
  app.call(grants.set, { token: ana.token, params: { kind: 'written_document', id }, body: { grants: [{ subject: 'user', id: who.id, level }] } })
const versions = async (id: string) => (await app.call(writtenVersions.list, { token: ana.token, params: { id } })).body
const texts = ({ blocks }: Pick<WrittenDocument, 'blocks'>) => blocks.map((block) => ('text' in block ? block.text : block.kind))

describe('a written document', () => {
  it('is made from Markdown, from blocks or from nothing, once for one client id', async () => {
    const { status, body } = await create({ title: ' Délibération ', kind: 'deliberation', markdown: '# Objet\n\nVu le **code**,' })
    expect([status, body.title, body.kind, body.version, body.role, body.owner]).toEqual([201, 'Délibération', 'deliberation', 1, 'owner', null])
    expect(body.blocks).toMatchObject([
      { kind: 'heading', level: 1, text: 'Objet' },
      { kind: 'paragraph', style: 'visa', text: [{ text: 'Vu le ' }, { text: 'code', marks: ['bold'] }, { text: ',' }] },
    ])
    expect((await create({ title: 'Vide' })).body.blocks).toEqual([])
    const once = { title: 'Une fois', client_id: crypto.randomUUID(), blocks: [{ kind: 'paragraph', text: 'Bonjour' }] }
    const [first, second] = [await create(once), await create(once)]
    expect(second.body.id).toBe(first.body.id)
    expect(first.body.blocks).toEqual([{ id: expect.stringMatching(/^[a-z2-9]{12}$/), kind: 'paragraph', style: 'body', text: 'Bonjour' }])
  })

  it.each([
    ['no title', { markdown: 'Texte' }],
    ['an unknown kind', { title: 'x', kind: 'poeme' }],
    ['an unknown block', { title: 'x', blocks: [{ kind: 'image', url: 'https://exemple.fr' }] }],
    ['a field that no block has', { title: 'x', blocks: [{ kind: 'paragraph', text: 'a', html: '<b>' }] }],
    ['a link that runs', { title: 'x', blocks: [{ kind: 'paragraph', text: [{ text: 'a', link: 'javascript:alert(1)' }] }] }],
    ['a note in a note', { title: 'x', blocks: [{ kind: 'paragraph', text: [{ note: [{ note: 'b' }] }] }] }],
    ['one id twice', { title: 'x', blocks: [paragraph('a', '1'), paragraph('a', '2')] }],
    ['a heading of level 7', { title: 'x', blocks: [{ kind: 'heading', level: 7, text: 'a' }] }],
    ['too many blocks', { title: 'x', blocks: Array.from({ length: writtenLimits.blocks + 1 }, () => ({ kind: 'rule' })) }],
    ['too many characters', { title: 'x', blocks: ['a', 'b'].map((id) => paragraph(id, 'a'.repeat(600_000))) }],
  ])('with %s is refused', async (_, body) => {
    expect((await create(body)).status).toBe(422)
  })

  it('with one block too many is refused in a sentence that says their maximum', async () => {
    const { id } = await make()
    const blocks = Array.from({ length: writtenLimits.blocks + 1 }, () => ({ kind: 'rule' }))
    for (const answer of [await create({ title: 'Trop', blocks }), await save(id, { blocks: blocks as never })])
      expect([answer.status, answer.body]).toMatchObject([422, { error: 'Un document a 20\u202f000 blocs au plus\u00a0: coupez-le en deux' }])
    expect(texts(await read(id))).toEqual(['Un texte.'])
  })

  it('of one paragraph of 200,000 characters, or of 20,000 blocks, is kept as it is', async () => {
    const long = 'é'.repeat(200_000)
    const { body } = await create({ title: 'Long', blocks: [paragraph('a', long)] })
    expect(texts(await read(body.id))).toEqual([long])
    const many = Array.from({ length: writtenLimits.blocks }, (_, at) => paragraph(`b${at}`, `Ligne ${at}`))
    const { body: wide } = await create({ title: 'Large', blocks: many })
    expect((await read(wide.id)).blocks).toHaveLength(writtenLimits.blocks)
  })

  it('takes the level of the project and of the conversation that it is made from, and keeps it', async () => {
    const { body: project } = await app.call(routes.projects.create, { token: ana.token, body: { name: 'P', min_level: 2 } })
    const { body: made } = await create({ title: 'Note', project_id: project.id })
    expect([made.min_level, made.project_id]).toEqual([2, project.id])
    const { body: conversation } = await app.call(routes.conversations.findOrCreate, { token: ana.token, body: {} })
    await app.call(routes.conversations.update, { token: ana.token, params: { id: conversation.id }, body: { confidential: true } })
    expect((await save(made.id, { conversation_id: conversation.id, project_id: null })).body).toMatchObject({ min_level: 3, project_id: null })
    expect((await save(made.id, { conversation_id: null })).body.min_level).toBe(3)
    expect((await create({ title: 'Note', conversation_id: conversation.id }, bruno)).status).toBe(404)
    expect((await create({ title: 'Note', project_id: project.id }, bruno)).status).toBe(404)
  })

  it('is changed under an optimistic lock, which says by whom', async () => {
    const { id, updated_at } = await make()
    await open(id, 'edit', bruno)
    const { status, body } = await save(id, { blocks: [paragraph('a', 'De Bruno')], expected_updated_at: updated_at }, bruno)
    expect([status, texts(body)]).toEqual([200, ['De Bruno']])
    const late = await save(id, { blocks: [paragraph('a', 'D’Ana')], expected_updated_at: updated_at })
    expect([late.status, late.error.code]).toEqual([409, 'request.stale'])
    expect(late.body).toMatchObject({ changed: { is_own: false, current: { blocks: [{ text: 'De Bruno' }] } } })
    expect(texts(await read(id))).toEqual(['De Bruno'])
  })

  it('has a time that always grows, even when the clock goes back: the lock holds between the two savings', async () => {
    const { id, updated_at } = await make()
    const before = app.context.now
    Object.assign(app.context, { now: () => new Date(Date.parse(updated_at) - 3_600_000) })
    const { body } = await save(id, { blocks: [paragraph('a', 'Première')], expected_updated_at: updated_at })
    const late = await save(id, { blocks: [paragraph('a', 'En retard')], expected_updated_at: updated_at })
    const next = await save(id, { blocks: [paragraph('a', 'Deuxième')], expected_updated_at: body.updated_at })
    Object.assign(app.context, { now: before })
    expect([late.status, late.error.code, next.status]).toEqual([409, 'request.stale', 200])
    const times = [updated_at, body.updated_at, next.body.updated_at].map((time) => Date.parse(time))
    expect(new Set(times).size).toBe(3)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(texts(await read(id))).toEqual(['Deuxième'])
    expect((await versions(id)).map(({ reason }) => reason)).toEqual(['creation'])
  })

  it('is shared to be read or written; its owner alone ties, shares and deletes it', async () => {
    const { id } = await make('Secret')
    expect((await app.call(writtenDocuments.get, { token: bruno.token, params: { id } })).status).toBe(404)
    await open(id, 'use', bruno)
    expect(await read(id, bruno)).toMatchObject({ role: 'reader', owner: expect.any(String), conversation_id: null })
    expect((await save(id, { title: 'x' }, bruno)).error.code).toBe('written_documents.read_only')
    await open(id, 'edit', bruno)
    expect((await save(id, { title: 'x' }, bruno)).body.role).toBe('writer')
    expect((await save(id, { project_id: null }, bruno)).error.code).toBe('written_documents.not_owner')
    const remove = (who: TestUser) => app.call(writtenDocuments.remove, { token: who.token, params: { id } })
    expect((await remove(bruno)).error.code).toBe('written_documents.not_owner')
    expect((await remove(chloe)).status).toBe(404)
    expect((await remove(ana)).status).toBe(200)
    expect((await save(id, { title: 'y' }, bruno)).status).toBe(404)
  })

  it('is found by the words of its title and of its text, accents and case apart, by those who may read it', async () => {
    const { id } = (await create({ title: 'Règlement des jonquilles', markdown: `${'mot '.repeat(40_000)}\n\nLa glycine fleurit.` })).body
    const find = async (search: string, who: TestUser) =>
      (await app.call(writtenDocuments.list, { token: who.token, query: { search } })).body.map((one) => one.id)
    for (const search of ['reglement', 'JONQUILLES glycine', 'fleur']) expect(await find(search, ana)).toEqual([id])
    expect(await find('jonquilles tulipe', ana)).toEqual([])
    expect(await find('glycine', bruno)).toEqual([])
    await open(id, 'use', bruno)
    expect(await find('glycine', bruno)).toEqual([id])
    const { body } = await app.call(writtenDocuments.page, { token: bruno.token, query: { search: 'glycine' } })
    expect([body.data.map((one) => one.id), body.next_cursor, body.total]).toEqual([[id], null, 1])
  })

  it('counts for the quota of its owner, with its versions', async () => {
    const eve = await app.createUser()
    const { quotas } = app.context.config
    const usual = quotas.writtenDocumentsMb
    quotas.writtenDocumentsMb = 1 / 16
    const { id } = (await create({ title: 'Court', markdown: 'a' }, eve)).body
    const refused = await save(id, { blocks: [paragraph('a', 'a'.repeat(100_000))] }, eve)
    quotas.writtenDocumentsMb = usual
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'written_documents.quota', error: errorSentence('written_documents.quota') }])
    const held = async () => (await app.db.selectFrom('holding').where('owner_id', '=', eve.id).select('written_bytes').executeTakeFirstOrThrow()).written_bytes
    expect(Number(await held())).toBe(8_192)
    await app.call(writtenDocuments.remove, { token: eve.token, params: { id } })
    expect(Number(await held())).toBe(0)
  })
})

describe('versions', () => {
  it('one at the creation, one after a pause of ten minutes, one by name', async () => {
    const { id } = await make('Premier')
    await save(id, { blocks: [paragraph('a', 'Deuxième')] })
    expect((await versions(id)).map(({ reason }) => reason)).toEqual(['creation'])
    const later = new Date(Date.now() + 11 * 60_000)
    const usual = app.context.now
    Object.assign(app.context, { now: () => later })
    await save(id, { blocks: [paragraph('a', 'Troisième')] })
    Object.assign(app.context, { now: usual })
    const named = await app.call(writtenVersions.name, { token: ana.token, params: { id }, body: { name: 'Avant envoi' } })
    expect([named.status, named.body.number, named.body.name]).toEqual([201, 3, 'Avant envoi'])
    expect((await versions(id)).map(({ reason, number }) => `${number} ${reason}`)).toEqual(['3 nommee', '2 pause', '1 creation'])
    const [, pause] = await versions(id)
    const { body } = await app.call(writtenVersions.get, { token: ana.token, params: { id, version_id: pause!.id } })
    expect([texts(body), body.author]).toEqual([['Deuxième'], expect.any(String)])
  })

  it('is restored as a new version, and what it replaces is kept', async () => {
    const { id } = await make('Premier')
    await save(id, { blocks: [paragraph('a', 'Deuxième')] })
    const [first] = await versions(id)
    const restored = await app.call(writtenVersions.restore, { token: ana.token, params: { id, version_id: first!.id }, body: {} })
    expect([texts(restored.body), restored.body.version]).toEqual([['Premier'], 3])
    expect((await versions(id)).map(({ reason }) => reason)).toEqual(['restauration', 'pause', 'creation'])
    const { id: other } = await make('Autre')
    const foreign = { token: ana.token, params: { id: other, version_id: first!.id }, body: {} }
    expect((await app.call(writtenVersions.restore, foreign)).status).toBe(404)
  })

  it('that were saved by themselves are thinned to a hundred; those by name stay', async () => {
    const { id, blocks } = await make()
    await app.call(writtenVersions.name, { token: ana.token, params: { id }, body: { name: 'À garder' } })
    const values = (number: number) =>
      ({
        document_id: id,
        owner_id: ana.id,
        number,
        reason: 'pause',
        author_id: ana.id,
        blocks: JSON.stringify(blocks),
        bytes: 10,
        created_at: new Date(),
      }) as const
    await app.db
      .insertInto('written_document_version')
      .values(Array.from({ length: 120 }, (_, at) => ({ ...values(at + 3), name: null, model: null, assistant: null })))
      .execute()
    await save(id, { blocks: [paragraph('a', 'Nouveau')] })
    const [first] = (await versions(id)).slice(-1)
    await app.call(writtenVersions.restore, { token: ana.token, params: { id, version_id: first!.id }, body: {} })
    const kept = await versions(id)
    expect(kept.filter(({ reason }) => reason === 'pause')).toHaveLength(100)
    expect(kept.filter(({ reason }) => reason !== 'pause').map(({ reason }) => reason)).toEqual(['restauration', 'nommee', 'creation'])
  })
})

describe('files', () => {
  const file = (id: string, query: object, who: TestUser = ana) => app.call(writtenFiles.export, { token: who.token, params: { id }, query: query as never })
  const parts = async (id: string, query: object, part: string) => openParts((await file(id, query)).bytes)[part]!
  const upload = (name: string, bytes: Uint8Array) => app.call(writtenFiles.import, { token: ana.token, form: fileForm(name, bytes as never) })

  it.each(['docx', 'odt'] as const)('leaves as %s, and comes back with its headings, marks, items and notes', async (format) => {
    const markdown = '# Règlement\n\nVu le **code**[^1],\n\n1. un\n2. deux\n\n| Âge | Tarif |\n|---|---|\n| adulte | 12 € |\n\n[^1]: De 2024.'
    const { id, blocks } = (await create({ title: 'Règlement', markdown })).body
    const exported = await file(id, { format })
    expect([exported.status, decodeURIComponent(exported.headers['content-disposition'] as string)]).toEqual([
      200,
      expect.stringContaining(`Règlement.${format}`),
    ])
    const { status, body } = await upload(`Règlement.${format}`, new Uint8Array(exported.bytes))
    expect([status, body.warnings, body.version]).toEqual([201, [], 1])
    const shape = (all: WrittenDocument['blocks']) => all.map((block) => [block.kind, 'text' in block ? block.text : null])
    expect(shape(body.blocks)).toEqual(shape(blocks))
    expect((await versions(body.id)).map(({ reason }) => reason)).toEqual(['import'])
  })

  it('is refused when it has a table that is wider, or more blocks, than a document may have', async () => {
    const row = (count: number) => Array.from({ length: count }, () => [text('x')])
    const table = (count: number): DocumentBlock => ({ kind: 'table', aligns: [], header: row(count), rows: [] })
    const made = (blocks: DocumentBlock[]) =>
      toDocx({ title: 'Grand', facts: [], date: '2026-11-30T10:00:00Z', dateInWords: '', author: '', description: '', keywords: '', blocks }, plainLetterhead())
    const { columns, blocks } = writtenLimits
    const many = Array.from({ length: blocks + 1 }, () => table(1))
    const outcomes = []
    for (const content of [[table(columns)], [table(columns + 1)], many]) outcomes.push(await upload('a.docx', made(content)))
    expect(outcomes.map(({ status }) => status)).toEqual([201, 422, 422])
    const sentences = ['Un tableau a 50 colonnes au plus', 'Un document a 20\u202f000 blocs au plus\u00a0: coupez-le en deux']
    expect(outcomes.slice(1).map(({ error }) => error.message)).toEqual(sentences)
  })

  it('tracks what changed between two versions, each change with its author', async () => {
    const { id, blocks } = await make('Le préavis est de deux mois.\n\nLe maire signe.')
    await open(id, 'edit', bruno)
    const [first, second] = blocks as [SentBlock, SentBlock]
    await save(id, { blocks: [{ ...first, text: 'Le préavis est de trois mois.' }, second] })
    await app.call(writtenVersions.name, { token: ana.token, params: { id }, body: { name: 'D’Ana' } })
    await save(id, { blocks: [{ ...first, text: 'Le préavis est de trois mois.' }, second, paragraph('n', 'Une copie est remise.')] }, bruno)
    const xml = await parts(id, { compare: '1' }, 'word/document.xml')
    const authors = [...xml.matchAll(/<w:(ins|del) [^>]*w:author="([^"]*)"/g)].map(([, kind, author]) => `${kind} ${author}`)
    expect(new Set(authors)).toEqual(new Set([`del ${ana.username}`, `ins ${ana.username}`, `ins ${bruno.username}`]))
    expect(xml).toMatch(/<w:delText[^>]*>deux<\/w:delText>/)
    const odt = await parts(id, { compare: '1', version: '2', format: 'odt' }, 'content.xml')
    expect([odt.includes('text:tracked-changes'), odt.includes('Une copie')]).toEqual([true, false])
    expect((await versions(id)).map(({ reason }) => reason)).toEqual(['export', 'nommee', 'creation'])
    expect((await file(id, { compare: '9' })).status).toBe(404)
    expect((await file(id, { compare: 'hier' })).status).toBe(422)
    expect((await file(id, {}, chloe)).status).toBe(404)
  })

  const bytes = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'))
  const encrypted = Buffer.from(
    makeZip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
      'content.xml': 'chiffré',
    }),
  ).toString('latin1')
  it.each([
    ['a text file', 'note.txt', 'Bonjour', 'written_documents.format', /^Choisissez un fichier Word/],
    ['a Word file that is none', 'note.docx', 'Bonjour', 'documents.type_mismatch', /^Le contenu de ce fichier ne correspond pas/],
    ['an empty one', 'note.odt', '', 'documents.empty', /^Ce fichier est vide\.$/],
    ['one that is too large', 'note.docx', 'PK\u0003\u0004'.padEnd(3_000_000, 'x'), 'documents.too_large', /^Ce fichier dépasse la taille permise/],
    [
      'one of one byte more than the limit',
      'note.docx',
      'PK\u0003\u0004'.padEnd(1024 * 1024 + 1, 'x'),
      'documents.too_large',
      /^Ce fichier dépasse la taille permise/,
    ],
    [
      'a damaged one',
      'note.docx',
      Buffer.from('504b0304140000000800', 'hex').toString('latin1'),
      'written_documents.unreadable',
      /^Ce fichier n’a pas pu être lu\u00a0: fichier abîmé ou incomplet\.$/,
    ],
    ['an encrypted one', 'note.odt', encrypted, 'written_documents.unreadable', /^Ce fichier n’a pas pu être lu\u00a0: protégé par un mot de passe\.$/],
  ])('%s is refused with a reason that does not name the file, and leaves nothing', async (_, name, content, code, sentence) => {
    const { status, error } = await upload(name, bytes(content))
    expect([status >= 400 && status < 500, error.code, error.message]).toEqual([true, code, expect.stringMatching(sentence)])
  })
})
