import { limits, routes, type Source } from '@parvis/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TestUser } from '../../testing/test-users.ts'
import { people } from '../../testing/open-test-app.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import type { OpenReply } from '../../testing/reply-client.ts'
import { addToLibrary, storedFiles, uploadPrivate } from '../documents/documents.fixture.ts'
import { sweepFiles } from '../documents/reconcile.ts'

// Files of a conversation and of its project, searched together with the chosen library.
const { conversations, projects, library } = routes

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { app } = bench
const { ana, bruno } = people(app, { ana: { is_admin: true }, bruno: {} })

type Files = Record<string, string | Uint8Array<ArrayBuffer>>
function formOf(files: Files): FormData {
  const form = new FormData()
  for (const [name, content] of Object.entries(files)) form.append('document', new Blob([content]), name)
  return form
}
const begin = async (user: TestUser, body: object = {}) => (await app.call(conversations.findOrCreate, { token: user.token, body })).body.id
async function join(user: TestUser, id: string, files: Files) {
  const answer = await app.call(conversations.addFiles, { token: user.token, params: { id }, form: formOf(files) })
  await app.context.worker.drain()
  return answer
}
async function give(user: TestUser, id: string, files: Files) {
  const answer = await app.call(projects.addFiles, { token: user.token, params: { id }, form: formOf(files) })
  await app.context.worker.drain()
  return answer
}
const get = async (user: TestUser, id: string) => (await app.call(conversations.get, { token: user.token, params: { id } })).body
const newProject = async (user: TestUser) => (await app.call(projects.create, { token: user.token, body: { name: 'Voie verte' } })).body.id
const isKept = async (id: string) => (await app.db.selectFrom('document').where('id', '=', id).select('id').execute()).length === 1

/** Returns the documents of the last `sources` event, which are the saved ones, with their origin. */
function kept(reply: OpenReply) {
  const sources: Source[] = reply.events.findLast((event) => event.type === 'sources')?.sources ?? []
  const from = [...new Set(sources.map(({ document, origin }) => `${document} (${origin})`))].toSorted()
  return { from, numbers: sources.map((one) => one.number), text: reply.text() }
}
/**
 * Sends a question.
 * @returns the saved sources, and everything that the model received
 */
async function ask(user: TestUser, conversation_id: string, content: string, more: object = {}) {
  const reply = await bench.ask(user, conversation_id, content, more)
  return { ...kept(reply), told: JSON.stringify(bench.model.requests.at(-1)!.body) }
}

describe('files of a conversation', () => {
  it('keep the numbers that a cut answer gave them when it goes on, whatever was taken out since', async () => {
    const id = await begin(ana)
    const { body } = await join(ana, id, { 'devis.txt': 'Le devis de la toiture est de 4 250 euros.', 'note.md': 'La toiture de la mairie fuit.' })
    expect((await ask(ana, id, 'Que dit la note de la toiture ? mode:longueur')).numbers).toEqual([1, 2])
    await sql`update message set content = 'La toiture fuit [2].' where conversation_id = ${id} and role = 'assistant'`.execute(app.db)
    await app.call(conversations.removeDocument, { token: ana.token, params: { id, document_id: body.files[0]!.document_id! } })
    const rest = await ask(ana, id, '', { action: 'continue', messageHistory: [] })
    expect([rest.numbers, rest.from]).toEqual([[2], ['note.md (conversation)']])
    expect(rest.told).toContain('La toiture de la mairie fuit.')
    expect(rest.text).toMatch(/^La toiture fuit \[2\]\./)
  })

  it('are asked with it, labelled, and given whole where they are short', async () => {
    const id = await begin(ana)
    const { status, body } = await join(ana, id, { 'devis.txt': 'Le devis de la toiture est de 4 250 euros.', 'note.md': 'La toiture de la mairie fuit.' })
    expect([status, body.files.map(({ filename }) => filename), body.refused]).toEqual([201, ['devis.txt', 'note.md'], []])
    const asked = await ask(ana, id, 'Bonjour, Mme Petit me demande le montant du devis de la toiture, merci d’avance')
    expect(asked.told).toContain('4 250 euros')
    expect(asked.told).toContain('## Fichiers joints')
    expect(asked.from).toContain('devis.txt (conversation)')
    expect((await get(ana, id)).documents.map(({ filename }) => filename)).toEqual(['devis.txt', 'note.md'])
  })

  it('say after how many questions they came, whatever was rewritten since', async () => {
    const id = await begin(ana)
    const after = async () => (await get(ana, id)).documents.map((one) => one.after)
    await join(ana, id, { 'un.txt': 'La toiture fuit.' })
    await ask(ana, id, 'Que dit le premier fichier ?')
    await join(ana, id, { 'deux.txt': 'La chaudière chauffe.' })
    expect(await after()).toEqual([0, 1])
    await ask(ana, id, 'Que dit le deuxième fichier ?')
    await ask(ana, id, '', { action: 'regenerate', messageHistory: [] })
    expect(await after()).toEqual([0, 1])
    const [first] = (await get(ana, id)).messages
    await ask(ana, id, 'Que disent les fichiers ?', { action: 'edit', message_id: first!.id })
    expect(await after()).toEqual([0, 0])
  })

  it('a courtesy asks nothing of them', async () => {
    const id = await begin(ana)
    await join(ana, id, { 'devis.txt': 'Le devis de la toiture est de 4 250 euros.' })
    const courtesy = await ask(ana, id, 'Merci beaucoup')
    expect([courtesy.from, courtesy.told.includes('4 250')]).toEqual([[], false])
  })

  it('a courtesy does not wait for one that is still being read', async () => {
    const id = await begin(ana)
    await app.call(conversations.addFiles, { token: ana.token, params: { id }, form: formOf({ 'registre.txt': 'Le registre de 1950.' }) })
    // A reply that had waited would name the file that is still being read.
    expect((await ask(ana, id, 'Merci beaucoup')).text).not.toContain('registre.txt')
    await app.context.worker.drain()
  })

  it('those that cannot be kept keep none of the others, each told by its name', async () => {
    const id = await begin(ana)
    const { body } = await join(ana, id, { 'vide.txt': '', 'bon.txt': 'Un texte.', 'image.pdf': 'GIF89a', 'outil.exe': 'MZ' })
    expect([body.files.map(({ filename }) => filename), body.refused.map(({ filename }) => filename)]).toEqual([
      ['bon.txt'],
      ['vide.txt', 'image.pdf', 'outil.exe'],
    ])
    expect((await get(ana, id)).documents).toHaveLength(1)
  })

  it('one that cannot be read is said in front of the answer, once', async () => {
    const id = await begin(ana)
    await join(ana, id, { 'abimé.pdf': '%PDF-1.7\nrien', 'bon.txt': 'La réunion est le 12 mars.' })
    expect((await ask(ana, id, 'Quand est la réunion ?')).text).toMatch(/^\*\*\*abimé\.pdf\*\* n’a pas pu être lu/)
    expect((await ask(ana, id, 'Et où est la réunion ?')).text).not.toContain('abimé.pdf')
  })

  it('one deleted since is asked no more, and its name stays', async () => {
    const id = await begin(ana)
    const { body } = await join(ana, id, { 'secret.txt': 'Le code est CANARI-EFFACE.' })
    await app.call(routes.documents.remove, { token: ana.token, params: { id: body.files[0]!.document_id } })
    expect((await ask(ana, id, 'Quel est le code ?')).told).not.toContain('CANARI-EFFACE')
    expect((await get(ana, id)).documents).toMatchObject([{ document_id: null, filename: 'secret.txt' }])
  })

  it('a long one is searched for a question, and read whole for a request about all of it', async () => {
    const id = await begin(ana)
    const lot = (_: unknown, at: number) => `Lot ${at + 1}. La société numéro ${at + 1} reçoit ${1_000 + at} euros pour la réfection du trottoir.`
    const lots = Array.from({ length: 6_000 }, lot)
    await join(ana, id, { 'marché.txt': `Le gymnase est attribué à la société Dupré.\n\n${lots.join('\n\n')}` })
    const asked = await ask(ana, id, 'À quelle société est attribué le gymnase ?')
    expect([asked.from, asked.told.includes('société Dupré'), asked.told.includes('Lot 5999')]).toEqual([['marché.txt (conversation)'], true, false])
    expect((await ask(ana, id, 'Relève tous les montants')).text).toMatch(/lecture complète/i)
  })
})

describe('files of a library chat', () => {
  const askLibrary = async (conversation_id: string, message: string) => kept(await bench.askLibrary(bruno, { conversation_id, message, category: 'Marchés' }))

  it('are asked with its category, and nothing else is: where neither speaks of it, that is said and no model is called', async () => {
    await addToLibrary(app, ana, 'seuils.txt', 'Un marché de fournitures se passe sans formalité sous 40 000 euros.', { category: 'Marchés' })
    const id = await begin(bruno, { library: 'Marchés' })
    await join(bruno, id, { 'consultation.txt': 'La consultation pour le marché de fournitures scolaires ferme le 12 mars.' })
    const asked = await askLibrary(id, 'Que sait-on du marché de fournitures ?')
    expect(asked.from).toEqual(['consultation.txt (conversation)', 'seuils.txt (library)'])
    const told = JSON.stringify(bench.model.requests.at(-1)!.body)
    expect([told.includes('12 mars'), told.includes('40 000 euros'), told.includes('de vos connaissances, signalez-le')]).toEqual([true, true, false])

    const lots = Array.from({ length: 6_000 }, (_, at) => `Lot ${at + 1}. La société ${at + 1} reçoit ${1_000 + at} euros pour le trottoir.`)
    const long = await begin(bruno, { library: 'Marchés' })
    await join(bruno, long, { 'lots.txt': lots.join('\n\n') })
    const before = bench.model.requests.length
    expect((await askLibrary(long, 'Comment soigner une angine chez un nourrisson ?')).text).toMatch(/^Je ne trouve pas dans vos documents/)
    expect((await askLibrary(long, 'Merci beaucoup')).text).toMatch(/^Je vous en prie/)
    expect(bench.model.requests.length).toBe(before)
  })

  it('a category that is gone is refused as before', async () => {
    const id = await begin(bruno, { library: 'Marchés' })
    await join(bruno, id, { 'note.txt': 'Une note.' })
    const question = { conversation_id: id, message: 'Que dit la note ?', category: 'Inconnue' }
    expect((await bench.askLibrary(bruno, question)).status).toBe(404)
  })
})

describe('what goes with what', () => {
  it('a file goes with its conversation; one that a project has too stays; one that was loaded stays', async () => {
    const [id, project] = [await begin(ana), await newProject(ana)]
    const ids = (await join(ana, id, { 'un.txt': 'Un.', 'deux.txt': 'Deux.' })).body.files.map(({ document_id }) => document_id)
    const loaded = await uploadPrivate(app, ana, 'chargé.txt', 'Chargé.')
    await app.call(conversations.addDocuments, { token: ana.token, params: { id }, body: { documents: [loaded] } })
    await app.db.insertInto('project_document').values({ project_id: project, owner_id: ana.id, document_id: ids[1]! }).execute()
    await app.call(conversations.remove, { token: ana.token, params: { id } })
    expect(await Promise.all([...ids, loaded].map(isKept))).toEqual([false, true, true])
    await app.call(projects.remove, { token: ana.token, params: { id: project } })
    expect(await isKept(ids[1]!)).toBe(false)
    const before = await storedFiles(app)
    await sweepFiles(app.context, 0)
    expect((await storedFiles(app)).length).toBeLessThanOrEqual(before.length - 2)
  })

  it('files of conversations are not among those of the document search', async () => {
    await join(ana, await begin(ana), { 'joint.txt': 'Joint.' })
    expect((await app.call(library.uploads, { token: ana.token })).text).not.toContain('joint.txt')
  })

  it('a file taken out is deleted; the account’s end takes all', async () => {
    const user = await app.createUser()
    const id = await begin(user)
    const [one, two] = (await join(user, id, { 'un.txt': 'Un.', 'deux.txt': 'Deux.' })).body.files.map(({ document_id }) => document_id)
    await app.call(conversations.removeDocument, { token: user.token, params: { id, document_id: one! } })
    expect([await isKept(one!), await isKept(two!)]).toEqual([false, true])
    await app.db.deleteFrom('app_user').where('id', '=', user.id).execute()
    expect(await isKept(two!)).toBe(false)
  })

  it('fifty at most, and the fifty-first leaves nothing behind', async () => {
    const [id, project] = [await begin(ana), await newProject(ana)]
    const many = Object.fromEntries(Array.from({ length: limits.files }, (_, at) => [`note ${at}.txt`, `Note ${at}.`]))
    for (const [at, send] of [join, give].entries()) {
      const place = at === 0 ? id : project
      expect((await send(ana, place, many)).status).toBe(201)
      const before = await storedFiles(app)
      const refused = await send(ana, place, { 'de trop.txt': 'De trop.' })
      expect([refused.status, refused.error.code]).toEqual([422, at === 0 ? 'conversations.too_many_documents' : 'projects.too_many_files'])
      expect(await storedFiles(app)).toEqual(before)
    }
  })
})

describe('the union', () => {
  it('of a conversation, its project and the library chosen: each source says where it comes from', async () => {
    const sujet = 'La piscine municipale'
    await addToLibrary(app, ana, 'tarifs.txt', `${sujet} coûte 3 euros.`, { category: 'Tarifs' })
    const project_id = await newProject(bruno)
    await give(bruno, project_id, { 'travaux.txt': `${sujet} ferme pour travaux en mai.` })
    const id = await begin(bruno, { project_id })
    await join(bruno, id, { 'plainte.txt': `${sujet} est trop froide, écrit M. Roux.` })
    const asked = await ask(bruno, id, 'Que sait-on de la piscine municipale ?', { library: 'Tarifs' })
    expect(asked.from).toEqual(['plainte.txt (conversation)', 'tarifs.txt (library)', 'travaux.txt (project)'])
    expect(asked.numbers).toEqual([...new Set(asked.numbers)])
  })

  it('is one’s own: the same question asked by somebody else, in a conversation like it, finds nothing', async () => {
    const project_id = await newProject(ana)
    await give(ana, project_id, { 'confidentiel.txt': 'Le maire démissionne : CANARI-PROJET.' })
    const hers = await begin(ana, { project_id })
    await join(ana, hers, { 'lettre.txt': 'Le maire démissionne : CANARI-LETTRE.' })
    expect((await app.call(conversations.findOrCreate, { token: bruno.token, body: { project_id } })).status).toBe(404)
    const [theirs, file] = [await begin(bruno), (await get(ana, hers)).documents[0]!.document_id!]
    expect((await app.call(conversations.addDocuments, { token: bruno.token, params: { id: theirs }, body: { documents: [file] } })).status).toBe(404)
    expect((await join(bruno, hers, { 'intrus.txt': 'Intrus.' })).status).toBe(404)
    expect((await ask(bruno, theirs, 'Le maire démissionne-t-il ?')).told).not.toContain('CANARI')
    const asked = await ask(ana, hers, 'Le maire démissionne-t-il ?')
    expect([asked.told.includes('CANARI-PROJET'), asked.told.includes('CANARI-LETTRE')]).toEqual([true, true])
  })

  it('the database refuses a file of somebody else in a project, whatever a program does', async () => {
    const [project_id, hers] = [await newProject(bruno), await uploadPrivate(app, ana, 'sien.txt', 'Le sien.')]
    for (const owner_id of [ana.id, bruno.id])
      await expect(app.db.insertInto('project_document').values({ project_id, owner_id, document_id: hers }).execute()).rejects.toMatchObject({ code: '23503' })
  })
})
