import { routes, type RouteBody, type UseAnswers } from '@parvis/contract'
import { openParts } from '@parvis/office-writing/fixtures'
import { docxFile } from '@parvis/office-writing/letterhead-fixtures'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anotherApp, newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { fileForm } from '../documents/documents.fixture.ts'

const { assistants, assistantReviews, audit, grants, letterheads, ownAssistants, register, retention, rights } = routes

const app = openTestApp({ config: { useRegister: true } })
const { admin, second, agent } = people(app, { admin: { is_admin: true }, second: { is_admin: true }, agent: {} })
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))

type NewAssistant = Partial<RouteBody<typeof assistants.create>>
const sensitive = { prompt_content: 'Classe les CV des candidats selon la fiche de poste.' }
const create = (more: NewAssistant = {}, { token }: TestUser = admin, on: TestApp = app) =>
  on.call(assistants.create, { body: { name: 'Actes', description: 'Rédige.', prompt_content: 'Tu rédiges des actes.', category_id, ...more }, token })
const recruiting: UseAnswers = { areas: ['recrutement'], reason: 'Le jury décide, l’assistant prépare.' }
const entries = async (on: TestApp = app, { token }: TestUser = admin) => (await on.call(register.list, { token })).body.entries
const entryOf = async (assistant_id: string) => (await entries()).find((one) => one.assistant_id === assistant_id)!
const sheet = async (id: string, { token }: TestUser = admin) => (await app.call(register.get, { params: { id }, token })).body
const confirm = async (assistant_id: string, { token }: TestUser) => {
  const { id, updated_at } = await entryOf(assistant_id)
  return app.call(register.confirm, { params: { id }, body: { expected_updated_at: updated_at }, token })
}
const isOffered = async (id: string) => (await app.call(assistants.get, { params: { id }, token: agent.token })).status === 200

describe('the questions of a publication', () => {
  test('an ordinary assistant is created and published as before', async () => {
    const { status, body } = await create()
    expect([status, body.is_active, await isOffered(body.id)]).toEqual([201, true, true])
    expect(await entryOf(body.id)).toMatchObject({ state: 'publie', classification: 'a_classer', areas: null, opinion: [] })
    const off = await app.call(assistants.update, { params: { id: body.id }, body: { is_active: false }, token: admin.token })
    const on = await app.call(assistants.update, { params: { id: body.id }, body: { is_active: true }, token: admin.token })
    expect([off.status, on.status, on.body.is_active]).toEqual([200, 200, true])
  })

  test('a sensitive one needs an answer; declared with a reason, it waits for a second administrator', async () => {
    const count = (await entries()).length
    const refused = await create(sensitive)
    expect([refused.status, refused.error.code]).toEqual([409, 'register.answers_needed'])
    expect((await create({ ...sensitive, use: { areas: ['recrutement'], reason: ' ' } })).error).toMatchObject({
      code: 'request.invalid',
      fields: { use: 'Dites pourquoi' },
    })
    expect(await entries()).toHaveLength(count)
    const { status, body } = await create({ ...sensitive, use: recruiting })
    expect([status, body.is_active, await isOffered(body.id)]).toEqual([201, false, false])
    expect(await entryOf(body.id)).toMatchObject({ state: 'en_attente', classification: 'a_confirmer', areas: ['recrutement'] })
    expect((await app.call(assistants.update, { params: { id: body.id }, body: { is_active: true }, token: admin.token })).error.code).toBe(
      'register.confirmation_needed',
    )
    expect((await confirm(body.id, admin)).error.code).toBe('register.same_person')
    const confirmed = await confirm(body.id, second)
    expect(confirmed.body).toMatchObject({ state: 'publie', classification: 'confirme', confirmed_by: second.username, confirmed_alone: false })
    expect(await isOffered(body.id)).toBe(true)
    expect((await confirm(body.id, second)).error.code).toBe('register.nothing_to_confirm')
    const acts = (await app.call(audit.list, { token: admin.token, query: {} })).body.entries.filter(
      ({ target }) => target === body.id || target === confirmed.body.id,
    )
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['assistant.create', 'register.answer', 'register.confirm']))
  })

  test('against the opinion, an ordinary use needs a reason, and is published at once', async () => {
    expect((await create({ ...sensitive, use: { areas: [], reason: '' } })).status).toBe(422)
    const { body } = await create({ ...sensitive, use: { areas: [], reason: 'Il ne sert qu’à la formation des jurys.' } })
    expect(body.is_active).toBe(true)
    expect(await entryOf(body.id)).toMatchObject({ classification: 'ordinaire', state: 'publie', areas: [] })
  })

  test('new instructions or other answers make the confirmation one to see again', async () => {
    const { id } = (await create({ ...sensitive, use: recruiting })).body
    await confirm(id, second)
    await app.call(assistants.update, { params: { id }, body: { prompt_content: 'Note les CV sur 20.' }, token: admin.token })
    expect(await entryOf(id)).toMatchObject({ state: 'publie', classification: 'a_revoir' })
    expect((await confirm(id, second)).error.code).toBe('register.nothing_to_confirm')
    await app.call(assistants.update, { params: { id }, body: { prompt_content: sensitive.prompt_content }, token: admin.token })
    expect((await entryOf(id)).classification).toBe('confirme')
    const entry = await entryOf(id)
    const answered = await app.call(register.answer, {
      params: { id: entry.id },
      body: { areas: ['recrutement', 'agents'], reason: 'Aussi les mutations.' },
      token: admin.token,
    })
    expect(answered.body).toMatchObject({ classification: 'a_confirmer', state: 'publie', confirmed_by: null, answered_by: admin.username, can_confirm: 'no' })
    expect((await sheet(entry.id, second)).can_confirm).toBe('yes')
    const late = await app.call(register.confirm, { params: { id: entry.id }, body: { expected_updated_at: entry.updated_at }, token: second.token })
    expect(late.body).toMatchObject({ code: 'request.stale', changed: { by: admin.username } })
  })

  test('an own assistant needs no answer; sharing it is refused when it seems sensitive, and its proposal needs one', async () => {
    const body = { name: 'Jury', description: 'Aide', category_id, ...sensitive }
    const { id } = (await app.call(ownAssistants.create, { body, token: agent.token })).body
    expect((await entries()).some(({ assistant_id }) => assistant_id === id)).toBe(false)
    const colleague = await app.createUser()
    const share = () =>
      app.call(grants.set, { params: { kind: 'assistant', id }, body: { grants: [{ subject: 'user', id: colleague.id, level: 'use' }] }, token: agent.token })
    expect((await share()).error.code).toBe('register.proposal_needed')
    const { proposals } = (await app.call(ownAssistants.propose, { params: { id }, body: {}, token: agent.token })).body
    const proposal = { id: proposals[0]!.id }
    const { updated_at: expected_updated_at } = (await app.call(assistantReviews.get, { params: proposal, token: admin.token })).body
    const publish = (use?: UseAnswers) =>
      app.call(assistantReviews.publish, { params: proposal, body: { expected_updated_at, ...(use && { use }) }, token: admin.token })
    expect((await publish()).error.code).toBe('register.answers_needed')
    expect((await publish(recruiting)).body.message).toContain('n’est pas encore publié')
    expect(await entryOf(id)).toMatchObject({ state: 'en_attente', owner: agent.username })
    expect((await publish()).error.code).toBe('register.confirmation_needed')
    await confirm(id, second)
    expect((await publish()).body.message).toContain('est publié')
    expect(await entryOf(id)).toMatchObject({ state: 'publie', classification: 'confirme', owner: null })
  })

  test('an instance with one administrator confirms alone, and says so', async () => {
    const small = await anotherApp({ config: { useRegister: true } })
    const only = await small.createUser({ is_admin: true })
    const body = { name: 'Jury', description: 'Aide', category_id: await newCategory(small.db), ...sensitive, use: recruiting }
    await small.call(assistants.create, { body, token: only.token })
    const [entry] = await entries(small, only)
    const call = { params: { id: entry!.id }, token: only.token }
    expect((await small.call(register.get, call)).body.can_confirm).toBe('alone')
    const { body: confirmed } = await small.call(register.confirm, { ...call, body: { expected_updated_at: entry!.updated_at } })
    expect(confirmed).toMatchObject({ confirmed_alone: true, classification: 'confirme', state: 'publie' })
    expect((await small.call(register.export, { query: { format: 'csv' }, token: only.token })).text).toContain('seul administrateur ce jour-là')
  })

  test('with the setting off, nothing is required, and the register says what it sees', async () => {
    const quiet = await anotherApp()
    const only = await quiet.createUser({ is_admin: true })
    const made = await create({ ...sensitive, category_id: await newCategory(quiet.db) }, only, quiet)
    expect([made.status, made.body.is_active]).toEqual([201, true])
    expect(await entries(quiet, only)).toMatchObject([{ classification: 'a_classer', opinion: [{ area: 'recrutement' }] }])
  })
})

describe('the sheets', () => {
  test('visitors, agents and unknown sheets are refused', async () => {
    expect((await app.call(register.list, {})).status).toBe(401)
    expect((await app.call(register.list, { token: agent.token })).status).toBe(403)
    expect((await app.call(register.get, { params: { id: randomUUID() }, token: admin.token })).status).toBe(404)
    const { id } = await entryOf((await create()).body.id)
    const update = (body: object) => app.call(register.update, { params: { id }, body, token: admin.token })
    expect((await update({ purpose: 'x'.repeat(2_001) })).error.fields).toHaveProperty('purpose')
    expect((await update({ review_on: '2027-02-30' })).error.fields).toHaveProperty('review_on')
    expect((await app.call(register.answer, { params: { id }, body: { areas: ['inconnu'] as never, reason: 'x' }, token: admin.token })).status).toBe(422)
  })

  test('is completed under an optimistic lock, which says by whom and keeps what others wrote', async () => {
    const { id, updated_at } = await entryOf((await create()).body.id)
    const update = (body: RouteBody<typeof register.update>, { token }: TestUser) => app.call(register.update, { params: { id }, body, token })
    const done = await update({ purpose: 'Rédiger des actes', review_on: '2027-06-30', expected_updated_at: updated_at }, admin)
    expect(done.body).toMatchObject({ purpose: 'Rédiger des actes', review_on: '2027-06-30', completed_by: admin.username })
    const late = await update({ service: 'Assemblées', expected_updated_at: updated_at }, second)
    expect(late.body).toMatchObject({ code: 'request.stale', changed: { by: admin.username, current: { purpose: 'Rédiger des actes' } } })
    expect((await update({ service: 'Assemblées', expected_updated_at: done.body.updated_at }, second)).body).toMatchObject({
      purpose: 'Rédiger des actes',
      service: 'Assemblées',
    })
  })

  test('a deleted assistant stays, closed, with its dates; a private one has no sheet', async () => {
    const { id } = (await create({ name: 'Éphémère', min_level: 2 })).body
    const { id: entry } = await entryOf(id)
    await app.call(assistants.remove, { params: { id }, token: admin.token })
    const closed = await sheet(entry)
    expect(closed).toMatchObject({ name: 'Éphémère', state: 'clos', assistant_id: null, min_level: 2 })
    expect(closed.closed_at).not.toBeNull()
    expect((await app.call(register.update, { params: { id: entry }, body: { purpose: 'x' }, token: admin.token })).error.code).toBe('register.closed')
    const own = { name: 'À moi', description: 'Aide', prompt_content: 'Tu aides.', category_id }
    const { id: mine } = (await app.call(ownAssistants.create, { body: own, token: agent.token })).body
    await app.call(ownAssistants.remove, { params: { id: mine }, token: agent.token })
    expect((await entries()).some(({ name }) => name === 'À moi')).toBe(false)
  })

  test('a shared assistant that its owner takes back is hidden from administrators', async () => {
    const owner = await app.createUser()
    const body = { name: 'Prêté', description: 'Aide', prompt_content: 'Tu aides.', category_id }
    const { id } = (await app.call(ownAssistants.create, { body, token: owner.token })).body
    const share = (level: 'use' | null) =>
      app.call(grants.set, {
        params: { kind: 'assistant', id },
        body: { grants: level === null ? [] : [{ subject: 'user', id: agent.id, level }] },
        token: owner.token,
      })
    await share('use')
    const entry = await entryOf(id)
    expect(entry).toMatchObject({ name: 'Prêté', owner: owner.username, state: 'publie' })
    await share(null)
    expect((await app.call(register.get, { params: { id: entry.id }, token: admin.token })).status).toBe(404)
  })

  test('the copy of one’s data has what one wrote, and the erasure of an account leaves the sheet without a name', async () => {
    const writer = await app.createUser({ is_admin: true })
    const { id } = await entryOf((await create()).body.id)
    await app.call(register.update, { params: { id }, body: { purpose: 'Une finalité à moi' }, token: writer.token })
    expect((await app.call(rights.download, { token: writer.token })).bytes.includes('registre-des-usages.json')).toBe(true)
    await app.db.deleteFrom('app_user').where('id', '=', writer.id).execute()
    expect(await sheet(id)).toMatchObject({ purpose: 'Une finalité à moi', completed_by: null })
  })
})

describe('the exports', () => {
  const csv = async (on = app, { token }: TestUser = admin) => (await on.call(register.export, { query: { format: 'csv' }, token })).text
  /** Words of a file, without its marks. */
  const wordsOf = (bytes: Buffer, part: string) => {
    const xml = openParts(bytes)[part]!
    return xml.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  }
  const impact = async (on: TestApp, { token }: TestUser, format: 'docx' | 'odt' = 'docx') => {
    const { status, bytes } = await on.call(register.impact, { query: { format }, token })
    expect(status).toBe(200)
    return wordsOf(bytes, format === 'docx' ? 'word/document.xml' : 'content.xml')
  }

  test('every figure is that of the live settings: a model, a level and a duration that change', async () => {
    const servers = (second: string) => [
      { id: 'petit', label: 'Petit modèle', level: 1 as const, images: false, host: 'api.exemple.eu' },
      { id: 'grand', label: second, level: 3 as const, images: false, host: null },
    ]
    const live = await anotherApp()
    const only = await live.createUser({ is_admin: true })
    Object.assign(live.context.models, { list: servers('Grand modèle'), builtIn: false })
    const { id } = (await create({ name: 'Paie', category_id: await newCategory(live.db) }, only, live)).body
    const row = async () => (await csv(live, only)).split('\r\n').find((line) => line.includes(';Paie;'))!
    expect(await row()).toMatch(/Petit modèle \(niveau 1, externe\s; api\.exemple\.eu\)\s; Grand modèle \(niveau 3/)
    expect(await impact(live, only)).toMatch(/Conversations 730\sjours/)
    await live.call(assistants.update, { params: { id }, body: { min_level: 3, model_id: 'grand' }, token: only.token })
    await live.call(retention.update, { body: { conversations: 400 }, token: only.token })
    Object.assign(live.context.models, { list: servers('Modèle nouveau') })
    expect(await row()).not.toContain('Petit modèle')
    expect(await row()).toMatch(/Modèle nouveau \(niveau 3, interne\s; sur ce serveur\).*400\sjours/)
    for (const format of ['docx', 'odt'] as const) {
      const words = await impact(live, only, format)
      expect(words).toMatch(/Modèle nouveau 3 \(interne\) sur ce serveur/)
      expect(words).toMatch(/Conversations 400\sjours/)
      expect(words).not.toContain('Grand modèle')
      expect(words).toContain('[À COMPLÉTER]')
    }
    // Nothing that goes out is asserted to stay: the country of the first server is unknown.
    expect(await impact(live, only)).toMatch(/Petit modèle 1 \(externe\) api\.exemple\.eu \[À COMPLÉTER\]/)
  })

  test('formulas are escaped for spreadsheets, and each sheet has one line, closed ones last', async () => {
    await create({ name: '=cmd|’/C calc’!A0' })
    const { id } = (await create({ name: 'Avant' })).body
    await app.call(assistants.remove, { params: { id }, token: admin.token })
    const lines = (await csv()).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\ufeffÉtat au;Usage;État;Responsable du traitement;/)
    expect(lines).toHaveLength((await entries()).length + 1)
    expect(lines.some((line) => line.includes(";'=cmd"))).toBe(true)
    expect(lines.at(-1)).toContain(';Clos;')
  })

  test('documents are on the letterhead, with each sheet and the sources of the law', async () => {
    await app.call(letterheads.upload, { form: fileForm('entete.docx', new Uint8Array(docxFile()), {}, 'file'), token: admin.token })
    const { bytes, headers } = await app.call(register.export, { query: { format: 'docx' }, token: admin.token })
    expect(headers['content-disposition']).toMatch(/registre-des-usages-\d{4}-\d\d-\d\d\.docx/)
    const parts = openParts(bytes)
    expect(parts).toHaveProperty(['word/header1.xml'])
    for (const { name } of await entries()) expect(parts['word/document.xml']).toContain(name.replaceAll('’', '’'))
    expect(wordsOf(bytes, 'word/document.xml')).toMatch(/Source\s: Règlement \(UE\) 2016\/679 \(RGPD\), article 30/)
    expect((await app.call(audit.list, { token: admin.token, query: { kind: 'export' } })).body.entries.map(({ act }) => act)).toContain('register.export')
  })

  test('three hundred assistants are listed and exported', async () => {
    const big = await anotherApp()
    const only = await big.createUser({ is_admin: true })
    const category = await newCategory(big.db)
    const values = Array.from({ length: 300 }, (_, at) => ({
      name: `Assistant ${at}`,
      description: 'Aide',
      prompt_content: `Classe les CV, ${at}. `.repeat(40),
      category_id: category,
    }))
    await big.db.insertInto('assistant').values(values).execute()
    expect(await entries(big, only)).toHaveLength(300)
    expect((await csv(big, only)).split('\r\n')).toHaveLength(302)
    expect(await impact(big, only)).toContain('Assistant 299')
  })
})
