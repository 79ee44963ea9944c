import { randomUUID } from 'node:crypto'
import { importLimits, routes, type ImportedRow } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/schema/index.ts'
import { testEngine } from '../../testing/databases/database.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import { insertAccount } from '../auth/accounts.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'

const { users, auth } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { username: 'administratrice', is_admin: true }, agent: { username: 'present', email: 'present@ville.fr' } })

type Row = Partial<ImportedRow> & { line: number }
const preview = (rows: Row[], token = admin.token) => app.call(users.previewImport, { token, body: { rows } })
const load = (rows: Row[], invite?: boolean, token = admin.token) => app.call(users.import, { token, body: { rows, ...(invite !== undefined && { invite }) } })
const count = async () => (await app.call(users.list, { token: admin.token })).body.total
const brief = (rows: readonly { line: number; status: string }[]) => rows.map(({ line, status }) => `${line} ${status}`).join(', ')
const acts = async (act: string) =>
  app.db.selectFrom('audit_event').select(['act', 'outcome', 'count']).where('act', '=', act).where('outcome', '<>', 'begun').orderBy('seq').execute()

describe('who may, and what is not a file', () => {
  it('nobody without a session, nor who is not an administrator', async () => {
    const row = { line: 2, email: 'x@x.fr' }
    for (const token of ['', agent.token]) {
      const status = token === '' ? 401 : 403
      const answers = [await preview([row], token), await load([row], true, token)]
      expect([...answers.map((answer) => answer.status), (await app.call(users.export, { token })).status]).toEqual([status, status, status])
    }
    expect(await count()).toBe(2)
  })

  it('nothing, too much and what is no row are refused with a sentence', async () => {
    const many = (length: number) => Array.from({ length }, (_, at) => ({ line: at + 2, email: `a${at}@x.fr` }))
    expect((await preview([])).error.fields).toEqual({ rows: 'Il n’y a aucune ligne à importer' })
    expect((await preview(many(importLimits.rows + 1))).error.fields).toEqual({ rows: '1\u202f000 lignes au plus' })
    expect((await load(many(importLimits.lot + 1))).error.fields).toEqual({ rows: '100 lignes au plus' })
    expect((await preview(many(importLimits.rows))).status).toBe(200)
    expect((await preview([{ line: 2, email: 'x'.repeat(importLimits.cell + 1) }])).status).toBe(422)
    expect((await preview([{ email: 'a@x.fr' } as Row])).status).toBe(422)
    expect(await count()).toBe(2)
  })
})

describe('an import', () => {
  const file: Row[] = [
    { line: 2, email: 'Nadia.Benali@ville.fr', first_name: 'Nadia', last_name: 'Benali' },
    { line: 3, email: 'nadia.benali@VILLE.fr' },
    { line: 5, email: 'sans arobase' },
    { line: 6, email: 'a\0b@ville.fr' },
    { line: 7, email: 'present@ville.fr', last_name: 'Autre' },
    { line: 8, email: 'jo@ville.fr', username: 'present' },
    { line: 9, email: 'ines@ville.fr', username: 'Inès.Roux', first_name: '=cmd()' },
  ]
  const expected = '2 created, 3 refused, 5 refused, 6 refused, 7 existing, 8 refused, 9 created'

  it('is seen before anything is written', async () => {
    const before = await count()
    const { status, body } = await preview(file)
    expect([status, brief(body.rows)]).toEqual([200, expected])
    expect(body.rows[1]!.reason).toBe('Même adresse e-mail que la ligne 2')
    expect(await count()).toBe(before)
    await mailsSettled(app.context)
    expect(app.mails).toEqual([])
  })

  it('makes the accounts of the good rows, invites each once, and writes each of them down', async () => {
    const before = await count()
    const { body, text } = await load(file)
    expect(brief(body.rows)).toBe(expected)
    expect(text).not.toContain('password')
    expect(await count()).toBe(before + 2)
    await mailsSettled(app.context)
    expect(app.mails.map(({ to }) => to)).toEqual(['nadia.benali@ville.fr', 'ines@ville.fr'])
    const [nadia] = (await app.call(users.list, { token: admin.token, query: { search: 'benali' } })).body.users
    expect(nadia).toMatchObject({ username: 'nadia.benali', first_name: 'Nadia', is_admin: false, is_active: true, last_login: null })
    expect(nadia!.invited_at).not.toBeNull()
    expect((await app.call(users.list, { token: admin.token, query: { search: 'present' } })).body.users[0]!.last_name).not.toBe('Autre')
    expect(await acts('users.import')).toEqual([{ act: 'users.import', outcome: 'done', count: 2 }])
    expect(await acts('users.create')).toHaveLength(2)
    const token = /reset-password\/([\w-]+)/.exec(app.mails[0]!.text)![1]!
    expect((await app.call(auth.resetPassword, { body: { token, password: 'Falaise-Ocre-5512' } })).status).toBe(200)
    const signedIn = await app.call(auth.login, { body: { username: 'nadia.benali', password: 'Falaise-Ocre-5512' } })
    expect(signedIn.body.user.must_change_password).toBe(false)
  })

  it('sent again changes nothing, and mails nobody', async () => {
    await mailsSettled(app.context)
    const before = [await count(), app.mails.length]
    const { body } = await load(file)
    expect(body.rows.filter(({ status }) => status === 'existing').map(({ line }) => line)).toEqual([2, 3, 7, 9])
    await mailsSettled(app.context)
    expect([await count(), app.mails.length]).toEqual(before)
  })

  it('without invitations draws a password for each, said once, in no log, and to be changed at once', async () => {
    const rows = ['leo@ville.fr', 'lea@ville.fr', 'faux'].map((email, at) => ({ line: at + 2, email }))
    const { body } = await load(rows, false)
    const [leo, lea, wrong] = body.rows
    expect([leo!.password, lea!.password]).toEqual([expect.stringMatching(/^[a-z2-9-]{23}$/), expect.stringMatching(/^[a-z2-9-]{23}$/)])
    expect(leo!.password).not.toBe(lea!.password)
    expect(wrong).not.toHaveProperty('password')
    const signedIn = await app.call(auth.login, { body: { username: 'leo', password: leo!.password! } })
    expect(signedIn.body.user).toMatchObject({ must_change_password: true, password_weak: false })
    expect((await app.call(routes.conversations.list, { token: signedIn.body.access_token })).error.code).toBe('auth.must_change_password')
    expect(app.logs.join('')).not.toContain(leo!.password)
    expect(app.mails.filter(({ to }) => to === 'leo@ville.fr')).toEqual([])
    expect((await load([{ line: 2, email: 'leo@ville.fr' }], false)).body.rows[0]).toMatchObject({ status: 'existing' })
  })

  it('made twice at once makes each account once', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({ line: at + 2, email: `deux.fois.${at}@ville.fr` }))
    const answers = await Promise.all([load(rows), load(rows)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const statuses = rows.map((_, at) => answers.map(({ body }) => body.rows[at]!.status).sort())
    expect(statuses).toEqual(rows.map(() => ['created', 'existing']))
  })

  // An embedded database has one session, where nobody waits.
  it.runIf(testEngine() === 'postgres')('that waits for another of the same people in another order, which waits for it, begins anew', async () => {
    const account = (name: string) => ({ username: name, email: `${name}@ville.fr`, password_hash: null, first_name: '', last_name: '' })
    const state = { password_weakness: null, is_admin: false, is_active: true, awaiting_validation: false, must_change_password: false }
    const insert = (transaction: Db, name: string) => insertAccount(transaction, { ...account(name), ...state })
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      return rows[0]!.count
    }
    const [first, between, last] = ['a', 'b', 'c'].map((letter) => `croise.${letter}.${randomUUID().slice(0, 8)}`) as [string, string, string]
    const [other, holding] = [await app.db.startTransaction().execute(), await app.db.startTransaction().execute()]
    try {
      await insert(other, last)
      await insert(holding, between)
      const loading = load([first, between, last].map((name, at) => ({ line: at + 2, email: `${name}@ville.fr` })))
      await expect.poll(waiting, { timeout: 15_000 }).toBe(1)
      const crossed = insert(other, first)
      await expect.poll(waiting, { timeout: 15_000 }).toBe(2)
      // PostgreSQL checks for deadlocks once, a second after a wait has begun: the wait must exist by then, so that the import is the victim.
      await sleep(1_500)
      await holding.rollback().execute()
      await crossed
      await other.commit().execute()
      const { status, body } = await loading
      expect([status, brief(body.rows)]).toEqual([200, '2 existing, 3 created, 4 existing'])
    } finally {
      for (const open of [other, holding]) if (!open.isCommitted && !open.isRolledBack) await open.rollback().execute()
    }
  })
})

it('gives nobody a password where an identity provider alone lets them in, whichever way is asked for, and mails each once', async () => {
  const other = await anotherApp({ config: { signIn: { providers: [], local: 'administrateurs', secondFactor: 'facultatif' } } })
  const { token } = await other.createUser({ is_admin: true })
  for (const username of ['invitee', 'sans']) {
    const invite = username === 'invitee'
    const body = { rows: [{ line: 2, email: `${username}@ville.fr` }], invite }
    const answer = await other.call(users.import, { token, body })
    expect(brief(answer.body.rows)).toBe('2 created')
    expect(answer.text).not.toContain('password')
    await mailsSettled(other.context)
    const account = await other.db.selectFrom('app_user').select(['has_password', 'must_change_password']).where('username', '=', username).executeTakeFirst()
    expect(account).toEqual({ has_password: false, must_change_password: false })
    const [mail, ...more] = other.mails.filter(({ to }) => to === `${username}@ville.fr`)
    expect([mail!.text.includes('http://parvis.test/login'), mail!.text.includes('reset-password'), more]).toEqual([true, false, []])
  }
})

describe('an export', () => {
  const read = async (query: { search?: string } = {}) => (await exported(query)).raw
  async function exported(query: { search?: string }) {
    const url = `/api/users/export?${new URLSearchParams(query)}`
    const response = await app.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
    return { raw: response.body, headers: response.headers }
  }

  it('is what the list finds, as spreadsheets read it, without formulas nor secrets, and is written down', async () => {
    const { raw, headers } = await exported({ search: 'ville.fr' })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/parvis-comptes-\d{4}-\d\d-\d\d\.csv/)
    const [head, ...lines] = raw.split('\r\n')
    expect(head).toBe('\ufeffNom d’utilisateur;Adresse e-mail;Prénom;Nom;Services;Rôle;Statut;Dernière connexion (UTC);Créé le (UTC)')
    const { total } = (await app.call(users.list, { token: admin.token, query: { search: 'ville.fr' } })).body
    expect(lines.filter(Boolean)).toHaveLength(total)
    expect(lines.find((line) => line.startsWith('Inès.Roux;'))).toMatch(/^Inès\.Roux;ines@ville\.fr;'=cmd\(\);;;Utilisateur;Invité;;\d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(raw).not.toMatch(/argon2|password/)
    expect(await acts('users.export')).toHaveLength(1)
    expect((await read()).split('\r\n').length).toBeGreaterThan(lines.length)
    expect(await read({ search: 'personne de tel' })).toBe(`${head}\r\n`)
  })

  it('has every account, however many', async () => {
    const keys = Array.from({ length: 1_100 }, (_, at) => `lot-${String(at).padStart(4, '0')}`)
    const values = keys.map((key) => ({ username: key, username_key: key, email: `${key}@lot.fr`, email_key: `${key}@lot.fr`, password_hash: 'x' }))
    await app.db.insertInto('app_user').values(values).execute()
    const lines = (await read({ search: '@lot.fr' })).split('\r\n').slice(1, -1)
    expect(lines.map((line) => line.split(';')[0])).toEqual(keys)
  })
})

describe('the services of an import', () => {
  const staff: Row[] = [
    { line: 2, email: 'sofia@ville.fr', teams: 'Espaces  verts; Accueil' },
    { line: 3, email: 'theo@ville.fr', teams: 'ESPACES VERTS | Culture, sports' },
    { line: 4, email: 'present@ville.fr', teams: 'accueil' },
    { line: 5, email: 'uma@ville.fr', teams: 'x'.repeat(201) },
    { line: 6, email: 'vera@ville.fr', teams: ' ; ' },
    { line: 7, email: 'will@ville.fr', teams: 'Eau\0x' },
  ]

  it('are announced, then created or joined, existing accounts included, and nothing the second time', async () => {
    await app.call(routes.teams.create, { token: admin.token, body: { name: 'Accueil' } })
    const { body } = await preview(staff)
    expect(brief(body.rows)).toBe('2 created, 3 created, 4 joined, 5 refused, 6 created, 7 refused')
    expect([body.rows[2]!.teams, body.new_teams]).toEqual([['Accueil'], ['Espaces verts', 'Culture, sports']])
    expect(body.rows[3]!.reason).toBe('Service\u00a0: 200 caractères au plus')
    await load(staff)
    const services = (await app.call(routes.teams.list, { token: admin.token })).body.map(({ name, member_count, sharing }) => [name, member_count, sharing])
    expect(services).toEqual([
      ['Accueil', 2, 'members'],
      ['Culture, sports', 1, 'members'],
      ['Espaces verts', 2, 'members'],
    ])
    expect(brief((await preview(staff)).body.rows)).toBe('2 existing, 3 existing, 4 existing, 5 refused, 6 existing, 7 refused')
    expect((await acts('teams.create')).length).toBe(3)
    expect((await acts('teams.add_member')).length).toBe(1)
  })

  it('are shown by the list, which filters by service, role and status', async () => {
    const list = async (query: object) =>
      (await app.call(users.list, { token: admin.token, query: { per_page: '100', ...query } })).body.users.map(({ username }) => username)
    const { users: all } = (await app.call(users.list, { token: admin.token, query: { search: 'sofia' } })).body
    expect(all[0]!.teams.map(({ name }) => name)).toEqual(['Accueil', 'Espaces verts'])
    expect(await list({ team: all[0]!.teams[1]!.id })).toEqual(['sofia', 'theo'])
    expect([await list({ team: 'none', search: 'vera' }), await list({ team: 'none', search: 'sofia' })]).toEqual([['vera'], []])
    expect(await list({ role: 'admin' })).toEqual(['administratrice'])
    expect(await list({ status: 'invited', team: all[0]!.teams[0]!.id })).toEqual(['sofia'])
    expect(await list({ status: 'inactive' })).toEqual([])
    expect((await app.call(users.list, { token: admin.token, query: { team: 'accueil' } })).status).toBe(422)
  })
})
