import { errorSentence, limits, routes } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { personalPrompts, promptChoices, prompts } = routes

const app = openTestApp()
const { ana, bruno, admin } = people(app, { ana: {}, bruno: {}, admin: { is_admin: true } })

const write = ({ token }: TestUser, name: string, content = 'Rédigez une note.') => app.call(personalPrompts.create, { token, body: { name, content } })
const page = ({ token }: TestUser, query: Record<string, string> = {}) => app.call(personalPrompts.page, { token, query })
const names = async (who: TestUser, search: string) => (await page(who, { search })).body.data.map(({ name }) => name)

describe('prompts of one’s own', () => {
  it('are kept as they are written, changed, and deleted once', async () => {
    const content = '  Convocation de [nom de l’élu]\n\n— le [date]  '
    const made = await write(ana, '  Convocation  ', content)
    expect([made.status, made.body]).toMatchObject([201, { name: 'Convocation', content }])
    const { id, updated_at } = made.body
    const changed = await app.call(personalPrompts.update, { token: ana.token, params: { id }, body: { name: 'Invitation', expected_updated_at: updated_at } })
    expect(changed.body).toMatchObject({ id, name: 'Invitation', content })
    expect((await app.call(personalPrompts.get, { token: ana.token, params: { id } })).body).toEqual(changed.body)
    const remove = () => app.call(personalPrompts.remove, { token: ana.token, params: { id } })
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  })

  it('a blank or endless one is refused with a sentence on its field', async () => {
    const refused = [
      [await write(ana, ' '), { name: 'Donnez un nom à ce prompt' }],
      [await write(ana, 'Deux\nlignes'), { name: expect.stringContaining('une seule ligne') }],
      [await write(ana, 'N', ' \n '), { content: 'Écrivez le texte de ce prompt' }],
      [await write(ana, 'N', 'x'.repeat(limits.promptContent + 1)), { content: expect.stringContaining('au plus') }],
      [await write(ana, 'x'.repeat(limits.name + 1)), { name: expect.stringContaining('au plus') }],
    ] as const
    for (const [answer, fields] of refused) expect([answer.status, answer.error.fields]).toEqual([422, fields])
    expect((await page(ana)).body.total).toBe(0)
  })

  it('the longest of letters that are spelt out are kept and found', async () => {
    const who = await app.createUser()
    expect((await write(who, '\ufdfa'.repeat(limits.name), '\ufdfa'.repeat(limits.promptContent))).status).toBe(201)
    expect((await page(who)).body.data).toHaveLength(1)
  })

  it('changed in another window since they were read: nothing is replaced, and what is kept is told', async () => {
    const { id, updated_at } = (await write(ana, 'Note')).body
    const change = (content: string) =>
      app.call(personalPrompts.update, { token: ana.token, params: { id }, body: { content, expected_updated_at: updated_at } })
    const answers = await Promise.all([change('Une'), change('Autre')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const kept = answers.find(({ status }) => status === 200)!.body
    expect(answers.find(({ status }) => status === 409)!.error).toMatchObject({
      code: 'request.stale',
      changed: { is_own: true, current: { content: kept.content } },
    })
    await app.call(personalPrompts.remove, { token: ana.token, params: { id } })
  })

  it('are found whichever apostrophe was typed, in them or in the search', async () => {
    const who = await app.createUser()
    await write(who, 'Avis d’appel')
    await write(who, "Lettre d'appel")
    for (const search of ["d'appel", 'd’appel']) expect([search, await names(who, search)]).toEqual([search, ['Avis d’appel', "Lettre d'appel"]])
  })

  it('are listed by name and by pages, without their text, and found by words, whatever accents and capitals', async () => {
    const who = await app.createUser()
    for (const name of ['Zonage', 'élagage', 'Eau', 'arrêté', 'Budget']) await write(who, name, `Rédigez ${name}\n\n${'é'.repeat(5_000)} FIN`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { body, text } = await page(who, { limit: '2', ...(cursor !== null && { cursor }) })
      expect([body.total, text.includes('FIN')]).toEqual([cursor === null ? 5 : null, false])
      seen.push(...body.data.map(({ name }) => name))
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(['arrêté', 'Budget', 'Eau', 'élagage', 'Zonage'])
    expect([await names(who, 'ELAG'), await names(who, ' rédigez eau '), await names(who, '%'), await names(who, 'fin')]).toEqual([
      ['élagage'],
      ['Eau'],
      [],
      seen,
    ])
    expect((await page(who)).body.data[0]!.beginning).toMatch(/^Rédigez arrêté é+$/)
    const { next_cursor } = (await page(who, { limit: '2' })).body
    expect((await page(bruno, { cursor: next_cursor! })).body).toMatchObject({ code: 'request.cursor' })
  })

  it('are 200 at the most, however many are asked at once, and another person has as many', async () => {
    const who = await app.createUser()
    const rows = (number: number) => Array.from({ length: number }, (_, nth) => ({ owner_id: who.id, name: `Prompt ${nth}`, content: 'x' }))
    await app.db.insertInto('personal_prompt').values(rows(197)).execute()
    const answers = await Promise.all(Array.from({ length: 7 }, () => write(who, 'De plus')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'personal_prompts.quota',
      error: errorSentence('personal_prompts.quota'),
    })
    await expect(app.db.insertInto('personal_prompt').values(rows(1)).execute()).rejects.toMatchObject({ code: 'PA006' })
    const kept = answers.find(({ status }) => status === 201)!.body
    await app.call(personalPrompts.remove, { token: who.token, params: { id: kept.id } })
    expect([(await write(who, 'À la place')).status, (await write(who, 'Encore')).status, (await write(bruno, 'À moi')).status]).toEqual([201, 409, 201])
  })

  it('never pass to somebody else, and go with their person, with their number', async () => {
    const who = await app.createUser()
    const { id } = (await write(who, 'Note')).body
    await expect(app.db.updateTable('personal_prompt').set({ owner_id: bruno.id }).where('id', '=', id).execute()).rejects.toMatchObject({ code: '23514' })
    await app.db.deleteFrom('app_user').where('id', '=', who.id).execute()
    const left = app.db.selectFrom('personal_prompt').where('id', '=', id).selectAll()
    const held = app.db.selectFrom('holding').where('owner_id', '=', who.id).selectAll()
    expect([await left.execute(), await held.execute()]).toEqual([[], []])
  })
})

describe('what a message may take up', () => {
  const choices = async ({ token }: TestUser) => (await app.call(promptChoices.list, { token })).body
  const read = ({ token }: TestUser, id: string) => app.call(promptChoices.get, { token, params: { id } })

  it('is everybody’s prompts after one’s own, without their text; one is read whole', async () => {
    const who = await app.createUser()
    const long = `Répondez   à\n[demande] ${'é'.repeat(3_000)} FIN`
    const own = (await write(who, 'Zonage', long)).body
    const shared = (await app.call(prompts.save, { token: admin.token, body: { name: 'Arrêté', content: long } })).body
    const list = await choices(who)
    expect(list.map(({ id, name, origin }) => ({ id, name, origin }))).toEqual([
      { id: own.id, name: 'Zonage', origin: 'own' },
      { id: shared.id, name: 'Arrêté', origin: 'shared' },
    ])
    expect(JSON.stringify(list)).not.toContain('FIN')
    expect(list[0]!.beginning).toMatch(/^Répondez à \[demande\] é+$/)
    expect((await read(who, own.id)).body).toEqual({ id: own.id, name: 'Zonage', content: long })
    expect((await read(who, shared.id)).body).toEqual({ id: shared.id, name: 'Arrêté', content: long })
  })

  it('is never a prompt that somebody else keeps, nor one that is gone', async () => {
    const { id } = (await write(ana, 'À moi seule')).body
    for (const other of [bruno, admin]) {
      expect((await choices(other)).some((choice) => choice.id === id)).toBe(false)
      expect((await read(other, id)).status).toBe(404)
    }
    await app.call(personalPrompts.remove, { token: ana.token, params: { id } })
    expect((await read(ana, id)).status).toBe(404)
  })
})
