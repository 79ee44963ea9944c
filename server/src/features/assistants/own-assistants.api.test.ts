import { errorSentence, limits, routes } from '@parvis/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantFavorites, chat, conversations, dashboards, documentCategories, feedback, grants, ownAssistants, ownAssistantVersions, packs } =
  routes
const { rights, users } = routes

const app = openTestApp()
const { admin, ana, bruno } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana', last_name: 'Moreau' }, bruno: {} })
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))

const texts = (name: string) => ({ name, description: 'Aide', prompt_content: `Tu aides ${name}.`, category_id })
const create = ({ token }: TestUser, name: string, more: object = {}) => app.call(ownAssistants.create, { token, body: { ...texts(name), ...more } })
const make = async (who: TestUser, name: string) => (await create(who, name)).body
const list = async ({ token }: TestUser) => (await app.call(ownAssistants.list, { token })).body
const catalogue = async ({ token }: TestUser) => (await app.call(assistants.list, { token, query: { is_active: '1' } })).body
const sees = async ({ token }: TestUser, id: string) => (await app.call(assistants.get, { token, params: { id } })).status === 200
const shareWith = (owner: TestUser, id: string, ...people: TestUser[]) =>
  app.call(grants.set, {
    token: owner.token,
    params: { kind: 'assistant', id },
    body: { grants: people.map((one) => ({ subject: 'user' as const, id: one.id, level: 'use' as const })) },
  })
const begin = ({ token }: TestUser, assistant_id: string) => app.call(conversations.findOrCreate, { token, body: { assistant_id } })
const ask = ({ token }: TestUser, conversation_id: string) =>
  app.call(chat.stream, { token, body: { conversation_id, messageHistory: [{ role: 'user', content: 'Bonjour' }] } })

describe('an assistant of one’s own', () => {
  test('is made, changed, used and removed by its owner, to whom the catalogue shows it; it has versions', async () => {
    const made = await create(ana, 'Voirie', { starters: ['Par où commencer ?'] })
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Voirie', is_own: true, owner_name: 'Ana Moreau', suspended_at: null, shared_with: { teams: [], people: 0 }, proposals: [] },
    ])
    const { id, updated_at } = made.body
    const change = await app.call(ownAssistants.update, { token: ana.token, params: { id }, body: { name: 'Routes', expected_updated_at: updated_at } })
    expect(change.body).toMatchObject({ name: 'Routes', starters: ['Par où commencer ?'], is_own: true })
    expect((await catalogue(ana)).filter((one) => one.is_own)).toMatchObject([{ id, name: 'Routes', owner_name: 'Ana Moreau' }])
    const conversation = (await begin(ana, id)).body
    expect([(await ask(ana, conversation.id)).status, conversation.assistant_name]).toEqual([200, 'Routes'])
    const restored = await app.call(ownAssistantVersions.restore, { token: ana.token, params: { id, number: '1' } })
    expect(restored.body).toMatchObject({ name: 'Voirie', is_own: true, left_out: [] })
    expect((await app.call(ownAssistantVersions.list, { token: ana.token, params: { id } })).body.map(({ number }) => number)).toEqual([3, 2, 1])
    const remove = () => app.call(ownAssistants.remove, { token: ana.token, params: { id } })
    expect([(await remove()).status, (await remove()).status, await list(ana)]).toEqual([200, 404, []])
    expect((await app.call(conversations.get, { token: ana.token, params: { id: conversation.id } })).status).toBe(200)
  })

  test('nobody else sees a draft: catalogue, card, conversation, favourite, copy, rights, dashboards, packs', async () => {
    const { id } = await make(ana, 'Brouillon secret')
    const conversation = (await begin(ana, id)).body
    await ask(ana, conversation.id)
    for (const who of [bruno, admin]) {
      const { token } = who
      const answers = await Promise.all([
        app.call(assistants.get, { token, params: { id } }),
        begin(who, id),
        app.call(assistantFavorites.add, { token, params: { id } }),
        app.call(assistants.incrementUsage, { token, params: { id } }),
        app.call(ownAssistants.copy, { token, body: { assistant_id: id } }),
        app.call(grants.get, { token, params: { kind: 'assistant', id } }),
        shareWith(who, id, who),
        app.call(ownAssistants.update, { token, params: { id }, body: { name: 'Pris' } }),
        app.call(ownAssistants.handOver, { token, params: { id }, body: { account: who.username } }),
        app.call(chat.stream, { token, body: { assistant_id: id, messageHistory: [{ role: 'user', content: 'Bonjour' }] } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      for (const query of [{}, { is_active: '1' }, { is_active: '0' }] as const)
        expect((await app.call(assistants.list, { token, query })).text).not.toContain(id)
      expect((await app.call(assistants.catalogue, { token })).text).not.toContain(id)
    }
    const told = await Promise.all([
      app.call(dashboards.read, { token: admin.token, query: {} }),
      app.call(feedback.counts, { token: admin.token }),
      app.call(packs.export, { token: admin.token, body: {} }),
      app.call(users.list, { token: admin.token, query: {} }),
    ])
    for (const { status, text } of told) expect([status, text.includes('Brouillon')]).toEqual([200, false])
    expect(told[0].text).toContain('Assistant personnel')
    await app.call(ownAssistants.remove, { token: ana.token, params: { id } })
    expect((await app.call(dashboards.read, { token: admin.token, query: {} })).text).not.toContain('Brouillon')
  })

  test('given to a person it is theirs to use and not to change; taken back, it is gone for them, and an old conversation says so', async () => {
    const { id } = await make(ana, 'À deux')
    expect((await shareWith(ana, id, bruno)).status).toBe(200)
    expect((await catalogue(bruno)).find((one) => one.id === id)).toMatchObject({ is_own: false, owner_name: 'Ana Moreau' })
    expect([await sees(admin, id), (await catalogue(admin)).some((one) => one.id === id)]).toEqual([true, false])
    expect((await list(ana)).find((one) => one.id === id)!.shared_with).toEqual({ teams: [], people: 1 })
    const params = { id }
    const [change, removal] = await Promise.all([
      app.call(ownAssistants.update, { token: bruno.token, params, body: { name: 'Pris' } }),
      app.call(assistants.remove, { token: admin.token, params }),
    ])
    expect([change.status, removal.status]).toEqual([404, 404])
    const conversation = (await begin(bruno, id)).body
    expect((await ask(bruno, conversation.id)).status).toBe(200)
    await shareWith(ana, id)
    expect([(await ask(bruno, conversation.id)).error.code, await sees(bruno, id), await sees(admin, id)]).toEqual(['assistants.closed', false, false])
  })

  test('is never everybody’s: not by its owner, not by an administrator who owns it, not in the database', async () => {
    const everyone = { grants: [{ subject: 'everyone' as const, level: 'use' as const }] }
    for (const [who, code] of [
      [ana, 'grants.everyone'],
      [admin, 'own_assistants.publish'],
    ] as const) {
      const { id } = await make(who, 'Pour tous')
      expect((await app.call(grants.set, { token: who.token, params: { kind: 'assistant', id }, body: everyone })).error.code).toBe(code)
      await expect(app.db.insertInto('access_grant').values({ assistant_id: id, level: 'use' }).execute()).rejects.toMatchObject({ code: '23514' })
    }
    const common = await app.call(assistants.create, { token: admin.token, body: texts('Commun') })
    const take = app.db.updateTable('assistant').set({ owner_id: ana.id }).where('id', '=', common.body.id).execute()
    await expect(take).rejects.toMatchObject({ code: '23514' })
    const proposal = app.db.insertInto('assistant_proposal').values({ assistant_id: common.body.id, owner_id: ana.id }).execute()
    await expect(proposal).rejects.toMatchObject({ code: '23503' })
  })

  test('fields that are not asked for change nothing', async () => {
    const forged = { owner_id: bruno.id, usage_count: 900, is_active: false, suspended_at: '2020-01-01', id: '00000000-0000-4000-8000-000000000000' }
    const { id, updated_at } = (await create(ana, 'Sage', forged)).body
    await app.call(ownAssistants.update, { token: ana.token, params: { id }, body: { ...forged, name: 'Sage', expected_updated_at: updated_at } as never })
    const row = await app.db.selectFrom('assistant').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ owner_id: ana.id, usage_count: 0, is_active: true, suspended_at: null })
    const admins = await app.call(assistants.create, { token: admin.token, body: { ...texts('Officiel'), owner_id: ana.id } as never })
    expect([admins.body.owner_name, admins.body.is_own]).toEqual([undefined, undefined])
    expect((await app.call(assistants.create, { token: ana.token, body: texts('Officiel') })).status).toBe(403)
  })

  test('changed in another window since it was read: the second change is refused, with what is kept', async () => {
    const { id, updated_at } = await make(ana, 'Deux fenêtres')
    const change = (name: string) => app.call(ownAssistants.update, { token: ana.token, params: { id }, body: { name, expected_updated_at: updated_at } })
    const answers = await Promise.all([change('Une'), change('Autre')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const kept = answers.find(({ status }) => status === 200)!.body
    expect(answers.find(({ status }) => status === 409)!.error.changed).toMatchObject({ is_own: true, by: null, current: { name: kept.name } })
  })

  test('asks the documents that are open to its owner only', async () => {
    const open = (await app.call(documentCategories.create, { token: admin.token, body: { name: 'Statut' } })).body.id
    const closed = (await app.call(documentCategories.create, { token: admin.token, body: { name: 'Paie secrète' } })).body.id
    await app.call(grants.set, { token: admin.token, params: { kind: 'document_category', id: closed }, body: { grants: [] } })
    const choices = await app.call(ownAssistants.documentCategories, { token: ana.token })
    expect(choices.body.map(({ id }) => id)).toContain(open)
    expect(choices.text).not.toContain('Paie secrète')
    expect((await create(ana, 'Curieux', { document_category_ids: [closed] })).error.code).toBe('assistants.document_category_unknown')
    const source = await app.call(assistants.create, { token: admin.token, body: { ...texts('Paie'), document_category_ids: [open, closed] } })
    const copy = await app.call(ownAssistants.copy, { token: ana.token, body: { assistant_id: source.body.id } })
    expect(copy.body).toMatchObject({ name: 'Copie de Paie', document_categories: ['Statut'], is_own: true })
    const mine = await app.call(ownAssistants.copy, { token: admin.token, body: { assistant_id: source.body.id } })
    expect(mine.body.document_categories).toEqual(['Statut'])
  })

  test('are 50 at the most, however many are asked at once, copies and gifts too; another person has as many', async () => {
    const who = await app.createUser()
    const rows = Array.from({ length: limits.ownAssistants - 2 }, (_, nth) => ({ ...texts(`N° ${nth}`), owner_id: who.id }))
    await app.db.insertInto('assistant').values(rows).execute()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(who, 'De plus')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'own_assistants.quota', error: errorSentence('own_assistants.quota') })
    const { id } = (await list(who))[0]!
    expect((await app.call(ownAssistants.copy, { token: who.token, body: { assistant_id: id } })).error.code).toBe('own_assistants.quota')
    const gift = await make(ana, 'Cadeau')
    const give = () => app.call(ownAssistants.handOver, { token: ana.token, params: { id: gift.id }, body: { account: who.username } })
    expect([(await give()).error.code, await sees(ana, gift.id)]).toEqual(['own_assistants.heir_quota', true])
    await app.call(ownAssistants.remove, { token: who.token, params: { id } })
    expect([(await give()).status, (await create(who, 'Encore')).status]).toEqual([200, 409])
  })
})

describe('when its owner gives it away or goes', () => {
  test('it is handed over by an exact name; the former owner has nothing left, the new one everything', async () => {
    const { id } = await make(ana, 'Transmis')
    const give = (account: string) => app.call(ownAssistants.handOver, { token: ana.token, params: { id }, body: { account } })
    expect([(await give('personne')).error.code, (await give(ana.username)).error.code]).toEqual(['teams.person_unknown', 'grants.to_oneself'])
    await shareWith(ana, id, bruno)
    await app.call(ownAssistants.propose, { token: ana.token, params: { id }, body: {} })
    expect((await give(bruno.email)).status).toBe(200)
    expect((await list(bruno)).find((one) => one.id === id)).toMatchObject({ is_own: true, shared_with: { people: 0 }, proposals: [] })
    expect([(await give(bruno.email)).status, await sees(ana, id)]).toEqual([404, false])
    await app.call(ownAssistants.remove, { token: bruno.token, params: { id } })
  })

  test('two who hand over to each other at once both do', async () => {
    const [one, two] = [await app.createUser(), await app.createUser()]
    const [a, b] = [await make(one, 'A'), await make(two, 'B')]
    const give = (from: TestUser, id: string, to: TestUser) =>
      app.call(ownAssistants.handOver, { token: from.token, params: { id }, body: { account: to.username } })
    const answers = await Promise.all([give(one, a.id, two), give(two, b.id, one)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([(await list(one)).map(({ name }) => name), (await list(two)).map(({ name }) => name)]).toEqual([['B'], ['A']])
  })

  test('an account that is deleted leaves the organisation what others use, put aside where it was suspended; its drafts go', async () => {
    const leaver = await app.createUser()
    const [shared, stopped, draft] = [await make(leaver, 'Utile'), await make(leaver, 'Douteux'), await make(leaver, 'Ébauche')]
    await shareWith(leaver, shared.id, bruno)
    await shareWith(leaver, stopped.id, bruno)
    await app.call(ownAssistants.propose, { token: leaver.token, params: { id: shared.id }, body: {} })
    await app.call(routes.assistantReviews.suspend, { token: admin.token, params: { id: stopped.id }, body: { reason: 'À revoir' } })
    expect((await app.call(rights.holdings, { token: leaver.token })).body).toMatchObject({ own_assistants: 1, shared_assistants: 2 })
    const copy = await app.call(rights.download, { token: leaver.token })
    expect(copy.status).toBe(200)
    const left = await app.call(rights.deleteOwnAccount, { token: leaver.token, body: { password: leaver.password, shared_documents: 'keep' } })
    expect(left.status).toBe(200)
    const rows = await app.db
      .selectFrom('assistant')
      .where('id', 'in', [shared.id, stopped.id, draft.id])
      .select(['name', 'owner_id', 'is_active', 'suspended_at'])
      .orderBy('name')
      .execute()
    expect(rows).toEqual([
      { name: 'Douteux', owner_id: null, is_active: false, suspended_at: null },
      { name: 'Utile', owner_id: null, is_active: true, suspended_at: null },
    ])
    expect([await sees(bruno, shared.id), await sees(bruno, stopped.id), await sees(ana, shared.id)]).toEqual([true, false, false])
    expect(await app.db.selectFrom('assistant_proposal').where('assistant_id', '=', shared.id).selectAll().execute()).toEqual([])
    const change = await app.call(assistants.update, { token: admin.token, params: { id: shared.id }, body: { name: 'Commun' } })
    expect(change.status).toBe(200)
  })

  test('an administrator hands over what was shared once the account is deactivated, and never a draft', async () => {
    const gone = await app.createUser()
    const [shared, draft] = [await make(gone, 'Partagé'), await make(gone, 'Ébauche')]
    await shareWith(gone, shared.id, bruno)
    const give = (id: string, account: string) => app.call(routes.assistantReviews.handOver, { token: admin.token, params: { id }, body: { account } })
    expect((await give(shared.id, ana.username)).error.code).toBe('own_assistants.owner_active')
    await app.call(users.update, { token: admin.token, params: { id: gone.id }, body: { is_active: false } })
    expect([(await give(draft.id, ana.username)).status, (await give(shared.id, gone.username)).error.code]).toEqual([404, 'teams.person_unknown'])
    expect((await give(shared.id, ana.username)).status).toBe(200)
    expect((await list(ana)).some((one) => one.id === shared.id)).toBe(true)
  })
})
