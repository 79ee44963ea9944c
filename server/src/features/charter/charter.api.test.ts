import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { anotherApp, newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'
import { unzip } from '../rights/rights.fixture.ts'

const { assistants, chat, charter, charterVersions, conversations, library, rights, shares, teams } = routes

const day = 24 * 3_600_000
const config = readConfig({ CHARTER: 'oui', API_KEYS: 'tous' })
const app = openTestApp({ config })
const { admin, ana, bea } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana' }, bea: {} })
beforeEach(async () => {
  await app.db.deleteFrom('charter_acceptance').execute()
  await app.db.deleteFrom('charter_version').execute()
})

const content = { text: '# Charte\n\nRelisez ce que vous envoyez.', summary: 'Relisez.', changes: 'La relecture.', is_substantial: true }
const publish = (body: object = {}, token = admin.token) => app.call(charterVersions.publish, { token, body: { ...content, replaces: null, ...body } as never })
const accept = (person: TestUser, version_id: string) => app.call(charter.accept, { token: person.token, body: { version_id } })
const state = async (person: TestUser) => (await app.call(charter.current, { token: person.token })).body
const newConversation = async (person: TestUser, on: TestApp = app) => (await on.call(conversations.findOrCreate, { body: {}, token: person.token })).body.id
const ask = (person: TestUser, conversation_id?: string, more: object = {}) =>
  app.call(chat.stream, { token: person.token, body: { conversation_id, messageHistory: [{ role: 'user', content: 'Bonjour' }], ...more } as never })
const codeOf = async (call: Promise<{ status: number; error: { code?: string } | null }>) => {
  const { status, error } = await call
  return [status, error?.code]
}
const refusal = [403, 'charter.not_accepted']
const mySteps = async (person: TestUser) =>
  (
    await app.db
      .selectFrom('audit_event as e')
      .innerJoin('audit_person as p', 'p.key', 'e.actor')
      .where('p.user_id', '=', person.id)
      .orderBy('e.seq')
      .select(['e.act', 'e.outcome'])
      .execute()
  )
    .filter(({ act }) => act.startsWith('charter.'))
    .map(({ act, outcome }) => `${act} ${outcome}`)

describe('before the first question', () => {
  it('refuses every way to ask until the version in force is accepted, and saves nothing', async () => {
    const { body: version } = await publish()
    const id = await newConversation(ana)
    expect(await codeOf(ask(ana, id))).toEqual(refusal)
    expect(await codeOf(ask(ana))).toEqual(refusal)
    expect(await codeOf(app.call(chat.simple, { token: ana.token, body: { message: 'Bonjour' } }))).toEqual(refusal)
    expect(await codeOf(app.call(library.ask, { token: ana.token, body: { message: 'Bonjour' } }))).toEqual(refusal)
    for (const action of ['edit', 'regenerate', 'continue']) expect(await codeOf(ask(ana, id, { action }))).toEqual(refusal)
    expect((await app.call(conversations.get, { token: ana.token, params: { id } })).body.messages).toEqual([])
    expect(await state(ana)).toMatchObject({ charter: { id: version.id, number: 1, edition: 1 }, accepted: null, is_due: true })

    expect((await accept(ana, version.id)).body).toMatchObject({ accepted: { number: 1, edition: 1 }, is_due: false })
    expect((await ask(ana, id)).status).toBe(200)
    expect((await ask(ana)).status).toBe(200)
    expect(await codeOf(ask(bea))).toEqual(refusal)
  })

  it('is no wall: one reads, exports, closes, and reads what is shared without accepting', async () => {
    const { body: version } = await publish()
    const id = await newConversation(bea)
    await accept(bea, version.id)
    expect((await ask(bea, id)).status).toBe(200)
    const shared = await app.call(shares.create, { token: bea.token, params: { id }, body: { people: [ana.id] } })
    expect(shared.status).toBe(201)
    expect((await app.call(shares.get, { token: ana.token, params: { id: shared.body.id } })).status).toBe(200)
    const own = await newConversation(ana)
    // An introduction is no question.
    expect((await ask(ana, own, { action: 'opening', messageHistory: [] })).status).toBe(200)
    for (const call of [
      app.call(conversations.get, { token: ana.token, params: { id: own } }),
      app.call(rights.download, { token: ana.token }),
      app.call(conversations.remove, { token: ana.token, params: { id: own } }),
    ])
      expect((await call).status).toBe(200)
  })

  it('asks the owner of a key, in the protocol of `/v1`', async () => {
    const { body: version } = await publish()
    const { value } = await newKey(app, ana)
    const category_id = await newCategory(app.db)
    const fields = { name: 'Courrier', description: 'D', prompt_content: 'Vous écrivez des courriers.', category_id }
    const model = (await app.call(assistants.create, { token: admin.token, body: fields })).body.id
    const send = async () =>
      (await callV1(app, value, '/chat/completions', { model, messages: [{ role: 'user', content: 'Bonjour' }] })) as never as Awaited<
        ReturnType<typeof callV1>
      >
    const refused = await send()
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused)).toContain('charter.not_accepted')
    await accept(ana, version.id)
    expect((await send()).status).toBe(200)
  })

  it('asks nothing while no version is published, nor when the setting is off, where no query is made', async () => {
    expect((await ask(ana)).status).toBe(200)
    expect(await state(ana)).toEqual({ charter: null, accepted: null, is_due: false })
    const off = await anotherApp({ config: readConfig({}), database: app.database })
    const { body: version } = await publish()
    const body = { messageHistory: [{ role: 'user' as const, content: 'Bonjour' }] }
    expect((await off.call(chat.stream, { token: ana.token, body })).status).toBe(200)
    expect((await off.call(charter.current, { token: ana.token })).body.charter).toBeNull()
    expect((await off.call(charter.accept, { token: ana.token, body: { version_id: version.id } })).status).toBe(404)
    // The table is not even read.
    await app.db.schema.alterTable('charter_version').renameTo('charter_version_away').execute()
    try {
      expect((await off.call(chat.stream, { token: ana.token, body })).status).toBe(200)
      expect((await ask(ana)).status).toBe(500)
    } finally {
      await app.db.schema.alterTable('charter_version_away').renameTo('charter_version').execute()
    }
  })
})

describe('versions', () => {
  it('a substantial version asks again, a correction does not, and no old one unlocks a new one', async () => {
    const { body: first } = await publish()
    await accept(ana, first.id)
    const { body: corrected } = await publish({ replaces: first.id, is_substantial: false, changes: 'Une faute.' })
    expect(corrected).toMatchObject({ number: 2, edition: 1, changes: 'Une faute.' })
    expect((await state(ana)).is_due).toBe(false)
    // Whoever had accepted nothing accepts the text as it is now, not the one it corrects.
    expect(await codeOf(accept(bea, first.id))).toEqual([409, 'charter.superseded'])
    expect((await accept(bea, corrected.id)).body).toMatchObject({ accepted: { number: 2, edition: 1 }, is_due: false })

    const { body: second } = await publish({ replaces: corrected.id })
    expect(second).toMatchObject({ number: 3, edition: 3 })
    for (const person of [ana, bea]) expect(await codeOf(ask(person))).toEqual(refusal)
    for (const old of [first, corrected]) expect(await codeOf(accept(ana, old.id))).toEqual([409, 'charter.superseded'])
    expect(await codeOf(ask(ana))).toEqual(refusal)
    await accept(ana, second.id)
    expect((await ask(ana)).status).toBe(200)
    expect((await app.call(charterVersions.list, { token: admin.token })).body.data.map(({ number, accepted }) => [number, accepted])).toEqual([
      [3, 1],
      [2, 1],
      [1, 1],
    ])
    expect((await app.call(charterVersions.get, { token: admin.token, params: { id: first.id } })).body.text).toBe(content.text)
  })

  it('accepted in two tabs at once is one acceptance, with the first date and one audit event', async () => {
    const eve = await app.createUser()
    const { body: version } = await publish()
    const answers = await Promise.all([accept(eve, version.id), accept(eve, version.id), accept(eve, version.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.accepted?.accepted_at)).size).toBe(1)
    expect(await app.db.selectFrom('charter_acceptance').select('id').execute()).toHaveLength(1)
    expect(await mySteps(eve)).toEqual(['charter.accept done'])
    await publish({ replaces: version.id })
    await accept(eve, version.id)
    expect(await mySteps(eve)).toEqual(['charter.accept done', 'charter.accept charter.superseded'])
  })

  it('a clock set back changes nothing to what is in force', async () => {
    const { body: first } = await publish()
    app.travel(-30 * day)
    const { body: second } = await publish({ replaces: first.id })
    expect(Date.parse(second.published_at)).toBeLessThan(Date.parse(first.published_at))
    expect((await state(ana)).charter?.id).toBe(second.id)
    await accept(ana, second.id)
    expect((await state(ana)).is_due).toBe(false)
    app.travel(30 * day)
    expect((await state(ana)).is_due).toBe(false)
  })

  it('refuses an empty text, one of 200 kB with the limit, and a substantial version that does not say what changes', async () => {
    for (const [body, field, sentence] of [
      [{ text: ' \u200b ' }, 'text', 'Écrivez le texte de la charte'],
      [{ text: 'x'.repeat(200_000) }, 'text', '50\u202f000 caractères au plus'],
      [{ summary: '' }, 'summary', 'Écrivez le résumé de la charte'],
    ] as const) {
      const { status, error } = await publish(body)
      expect([status, error.fields]).toEqual([422, { [field]: sentence }])
    }
    const { body: first } = await publish()
    expect((await publish({ replaces: first.id, changes: ' ' })).error.fields).toEqual({ changes: 'Dites en quelques mots ce qui change' })
    expect((await publish({ replaces: first.id, changes: '', is_substantial: false })).status).toBe(201)
    expect((await publish({}, ana.token)).status).toBe(403)
  })

  it('of two administrators who publish at once, one is told of the other', async () => {
    const { body: first } = await publish()
    const statuses = await Promise.all([1, 2, 3].map(async () => (await publish({ replaces: first.id })).status))
    expect(statuses.toSorted()).toEqual([201, 409, 409])
    const late = await publish({ replaces: first.id })
    expect([late.error.code, late.error.changed?.current]).toMatchObject(['request.stale', { number: 2 }])
  })
})

describe('acceptances', () => {
  it('are in the copy of one’s data, erased with the account, and still counted', async () => {
    const { body: version } = await publish()
    const eve = await app.createUser()
    await accept(eve, version.id)
    const files = await unzip((await app.call(rights.download, { token: eve.token })).bytes)
    expect(JSON.parse(files['charte.json']!.toString())).toMatchObject([{ person_id: eve.id, edition: 1, version_number: 1 }])
    const counts = async () => (await app.call(charterVersions.acceptances, { token: admin.token })).body
    const before = await counts()
    expect((await app.call(routes.users.remove, { token: admin.token, params: { id: eve.id }, query: {} })).status).toBe(200)
    expect(await app.db.selectFrom('charter_acceptance').select('person_id').execute()).toEqual([{ person_id: null }])
    expect(await counts()).toMatchObject({ accounts: before.accounts - 1, accepted: before.accepted - 1, accepted_deleted: 1 })
    expect((await app.call(charterVersions.list, { token: admin.token })).body.data[0]!.accepted).toBe(1)
  })

  it('are counted by service, and never say who', async () => {
    const { body: version } = await publish()
    const team = (await app.call(teams.create, { token: admin.token, body: { name: 'Voirie' } as never })).body
    for (const account of [ana.username, bea.username])
      expect((await app.call(teams.addMember, { token: admin.token, params: { id: team.id }, body: { account } as never })).status).toBeLessThan(300)
    await accept(ana, version.id)
    const { status, body, text } = await app.call(charterVersions.acceptances, { token: admin.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ is_on: true, edition: 1, accepted: 1, accepted_deleted: 0 })
    expect(body.teams[0]).toEqual({ team_id: team.id, name: 'Voirie', accounts: 2, accepted: 1 })
    expect(body.teams.at(-1)).toMatchObject({ team_id: null, name: 'Sans service', accepted: 0 })
    expect(text).not.toContain(ana.username)
  })

  it('queues the reminders of 5,000 accounts within a minute, once a day, to those who have not accepted', async () => {
    const remind = () => app.call(charterVersions.remind, { token: admin.token, body: {} })
    expect(await codeOf(remind())).toEqual([409, 'charter.none'])
    const { body: version } = await publish()
    await accept(ana, version.id)
    await app.db
      .insertInto('app_user')
      .values(
        Array.from({ length: 5_000 }, (_, index) => {
          const [username, email] = [`agent${index}`, `agent${index}@exemple.fr`]
          return { username, username_key: username, email, email_key: email, password_hash: 'x', is_active: true }
        }),
      )
      .execute()
    app.mails.splice(0)
    const start = performance.now()
    const { status, body } = await remind()
    await mailsSettled(app.context)
    expect([status, body.mails, performance.now() - start < 60_000]).toEqual([200, app.mails.length, true])
    const recipients = new Set(app.mails.map(({ to }) => to))
    expect([recipients.size, recipients.has(ana.email), recipients.has(bea.email)]).toEqual([app.mails.length, false, true])
    expect(app.mails.length).toBeGreaterThan(5_000)
    expect(await codeOf(remind())).toEqual([409, 'charter.reminded'])
    // A clock set back is no reason to wait.
    app.travel(-40 * day)
    expect((await remind()).status).toBe(200)
    app.travel(40 * day)
  })
})
