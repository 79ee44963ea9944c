import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdminTask } from '../operations/admin-tasks.ts'
import { purge } from '../features/retention/purge.ts'
import { openTestApp, people } from '../testing/open-test-app.ts'
import { audited, serverCall } from './audited.ts'
import { verifyTrail } from './verify-trail.ts'
import { writeAuditEvent } from './write-audit-event.ts'

const app = openTestApp()
const { admin } = people(app, { admin: { username: 'ada.admin', is_admin: true } })

const rows = () => app.db.selectFrom('audit_event').selectAll().orderBy('seq').execute()
const login = (username: string, password: string) => app.call(routes.auth.login, { ip: '203.0.113.9', body: { username, password } })
const write = (name: string) => writeAuditEvent(app.db, app.now(), { act: 'prompt.save', outcome: 'done', actor: admin.id, target: { id: name, name } })

/** Runs statements with the triggers disabled, as the owner of the database could, and returns the faults found. */
async function tamper(statements: string[]): Promise<{ seq: number; sentence: string }[]> {
  const tables = ['audit_event', 'audit_head', 'audit_person']
  await app.db.connection().execute(async (db) => {
    await sql`begin`.execute(db)
    try {
      for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
      for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
      await sql`commit`.execute(db)
    } catch (error) {
      await sql`rollback`.execute(db)
      throw error
    }
  })
  return (await verifyTrail(app.db)).faults
}

test('PRV-10 who, what, when, from where: one row each, with names only for accounts that are there', async () => {
  const person = await app.createUser({ username: 'noe.passage' })
  await login(person.username, 'faux-mot')
  await login('personne.inconnue', 'faux-mot')
  await login(person.username, person.password)
  expect((await app.call(routes.users.list, { token: person.token })).status).toBe(403)
  const at = (await rows()).at(-4)!
  expect(at).toMatchObject({ act: 'login', outcome: 'auth.credentials', actor: null, ip: '203.0.113.9', request_id: expect.any(String) })
  expect(app.now().getTime() - Date.parse(at.at)).toBeLessThan(60_000)
  const { entries } = (await app.call(routes.audit.list, { token: admin.token })).body
  expect(entries.slice(0, 4).map(({ act, outcome, actor_name, target_name }) => [act, outcome, actor_name, target_name])).toEqual([
    ['access.refused', 'auth.forbidden', 'noe.passage', null],
    ['login', 'done', 'noe.passage', 'noe.passage'],
    ['login', 'auth.credentials', null, null],
    ['login', 'auth.credentials', null, 'noe.passage'],
  ])
  expect(entries[0]!.target).toBe('GET /users')
  await app.call(routes.users.remove, { token: admin.token, params: { id: person.id } })
  const after = (await app.call(routes.audit.list, { token: admin.token })).body.entries
  expect(after[0]).toMatchObject({ act: 'users.remove', outcome: 'done', actor_name: 'ada.admin', target: entries[1]!.actor, target_name: null })
  expect(after[1]!.actor).toBe(after[0]!.target)
  expect(JSON.stringify(await rows()) + JSON.stringify(await app.db.selectFrom('audit_person').selectAll().execute())).not.toMatch(
    new RegExp(`noe\\.passage|personne\\.inconnue|${person.id}`),
  )
  expect((await verifyTrail(app.db)).faults).toEqual([])
})

test('administration, exports and deletions leave their rows; nothing of what was written', async () => {
  const word = 'pervenche0815'
  const { token } = admin
  const { id } = (await app.call(routes.prompts.save, { token, body: { name: 'Compte rendu', content: word } })).body
  await app.call(routes.prompts.remove, { token, params: { id } })
  await app.call(routes.announcements.publish, { token, body: { text: word } })
  await app.call(routes.announcements.remove, { token })
  await app.call(routes.retention.update, { token, body: { feedback: 400 } })
  const { body: conversation } = await app.call(routes.conversations.findOrCreate, { token, body: {} })
  await app.call(routes.conversations.update, { token, params: { id: conversation.id }, body: { title: word } })
  await app.call(routes.conversations.list, { token, query: { search: word } })
  await app.call(routes.conversations.remove, { token, params: { id: conversation.id } })
  await app.call(routes.rights.download, { token })
  await login(word, word)
  const { entries } = (await app.call(routes.audit.list, { token })).body
  expect(entries.slice(0, 8).map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
    'login auth.credentials',
    'rights.export done',
    'conversation.remove done',
    'retention.update done',
    'announcement.remove done',
    'announcement.publish done',
    'prompt.remove done',
    'prompt.save done',
  ])
  expect(entries[2]).toMatchObject({ target: null, count: 1 })
  expect(entries[6]).toMatchObject({ target: id, target_name: 'Compte rendu' })
  const all = JSON.stringify(await rows())
  for (const secret of [word, conversation.id, token, admin.password, admin.id]) expect(all).not.toContain(secret)
})

test('whoever is refused again and again leaves each line in the log and a few rows; others, and administration, keep all of theirs', async () => {
  const { length } = await rows()
  const since = async (act: string) => (await rows()).slice(length).filter((row) => row.act === act && row.outcome !== 'begun')
  const guess = (ip: string) => app.call(routes.auth.resetPassword, { ip, body: { token: 'deviné', password: 'Falaise-Ocre-5512' } })
  for (let time = 0; time < 200; time += 1) expect((await guess(`2001:db8::${time}`)).error.code).toBe('auth.reset_invalid')
  const { length: kept } = await since('password.reset')
  // A few more on a slow machine: the bucket regains one every 6 seconds.
  expect([kept >= 150, kept < 180]).toEqual([true, true])
  expect(app.logs.filter((line) => line.includes('"audit":"password.reset"'))).toHaveLength(200)
  await guess('2001:db8:0:1::1')
  expect(await since('password.reset')).toHaveLength(kept + 1)
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  for (let time = 0; time < 70; time += 1) await app.call(routes.users.invite, { token: admin.token, params })
  expect(await since('users.invite')).toHaveLength(70)
})

test('a sign-in that goes on with a second factor is no refusal', async () => {
  const person = await app.createUser({ username: 'deux.temps' })
  await app.db.updateTable('app_user').set({ second_factor_at: app.now() }).where('id', '=', person.id).execute()
  await login(person.username, person.password)
  await login(person.username, 'faux-mot')
  const outcomes = async (query: Record<string, string>) =>
    (await app.call(routes.audit.list, { token: admin.token, query: { person: person.username, ...query } })).body.entries.map(({ outcome }) => outcome)
  expect(await outcomes({})).toEqual(['auth.credentials', 'auth.second_factor_required'])
  expect(await outcomes({ kind: 'refusal' })).toEqual(['auth.credentials'])
})

test('acts are found by a part of a name, whatever its accents, its capitals and the shape of its apostrophes', async () => {
  const person = await app.createUser({ username: 'hélène.d’été', email: 'helene.ete@exemple.fr' })
  await login(person.username, 'faux-mot')
  const { entries } = (await app.call(routes.audit.list, { token: admin.token, query: { person: "HELENE.D'ETE" } })).body
  expect(entries.map(({ act, target_name }) => [act, target_name])).toEqual([['login', 'hélène.d’été']])
})

test('acts are found by days of Paris, that of a change of hour too; a year that no base has is refused', async () => {
  const person = await app.createUser({ username: 'minuit' })
  for (const at of ['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z'])
    await writeAuditEvent(app.db, new Date(at), { act: 'users.update', outcome: 'done', target: person.id })
  const found = (query: Record<string, string>) => app.call(routes.audit.list, { token: admin.token, query: { person: 'minuit', ...query } })
  const { entries } = (await found({ from: '2026-03-29', to: '2026-03-29' })).body
  expect(entries.map(({ at }) => at)).toEqual(['2026-03-29T21:59:59.999Z', '2026-03-28T23:00:00.000Z'])
  expect([(await found({ from: '0000-01-01' })).status, (await found({ from: '0001-01-01', to: '9999-12-31' })).status]).toEqual([422, 200])
})

test('200 writers at once make one chain', async () => {
  const before = (await verifyTrail(app.db)).last
  await Promise.all(Array.from({ length: 200 }, (_, at) => write(`p${at}`)))
  const verdict = await verifyTrail(app.db)
  expect(verdict).toMatchObject({ last: before + 200, faults: [] })
  expect(await runAdminTask(app.context, ['verify-audit', `${verdict.last}:${verdict.hash}`])).toContain('intact')
})

describe('the database refuses', () => {
  test.each([
    `update audit_event set act = 'login'`,
    `delete from audit_event`,
    `truncate audit_event`,
    `update audit_head set seq = 0`,
    `delete from audit_head`,
    `truncate audit_head`,
    `insert into audit_head values (1, 0, '')`,
    `update audit_person set name = 'autre'`,
    `delete from audit_person`,
    `truncate audit_person cascade`,
  ])('%s', async (statement) => {
    const count = (await rows()).length
    await expect(sql.raw(statement).execute(app.db)).rejects.toMatchObject({ code: 'PA002' })
    expect((await rows()).length).toBe(count)
  })

  test('a row that numbers and signs itself: the database does it again', async () => {
    await sql`insert into audit_event (seq, at, act, outcome, previous_hash, hash) values (1, now(), 'login', 'done', 'x', 'x')`.execute(app.db)
    expect((await verifyTrail(app.db)).faults).toEqual([])
  })

  test('a purge of rows that are not six months old', async () => {
    const { seq, hash } = await write('récent')
    await writeAuditEvent(app.db, app.now(), { act: 'audit.purge', outcome: 'done', target: { id: String(seq), name: hash } })
    await expect(sql`delete from audit_event where seq <= ${seq}`.execute(app.db)).rejects.toMatchObject({ code: 'PA002' })
  })
})

describe('whoever lifts the guards is found out', () => {
  let n: number
  beforeAll(async () => {
    n = (await write('témoin')).seq - 5
    await sql.raw(`create table audit_saved as select * from audit_event`).execute(app.db)
    await sql.raw(`create table audit_saved_head as select * from audit_head`).execute(app.db)
  })
  afterAll(async () => {
    await sql`drop table audit_saved, audit_saved_head`.execute(app.db)
  })
  const restore = [
    'truncate audit_event, audit_head',
    'insert into audit_event select * from audit_saved',
    'insert into audit_head select * from audit_saved_head',
  ]

  test.each<[string, (n: number) => string[], (n: number) => number]>([
    ['altered', (at) => [`update audit_event set outcome = 'failed' where seq = ${at}`], (at) => at],
    ['altered by a millisecond', (at) => [`update audit_event set at = at + interval '1 ms' where seq = ${at}`], (at) => at],
    [
      'altered and signed again',
      (at) => [
        `update audit_event e set ip = '10.0.0.1' where seq = ${at}`,
        `update audit_event set hash = audit_hash(previous_hash, array[seq::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          act, outcome, actor, target, target_name, count::text, ip, request_id]) where seq = ${at}`,
      ],
      (at) => at + 1,
    ],
    ['removed', (at) => [`delete from audit_event where seq = ${at}`], (at) => at],
    ['removed at the end', (at) => [`delete from audit_event where seq > ${at}`], (at) => at],
    ['removed at the beginning', () => [`delete from audit_event where seq <= 3`], () => 4],
    [
      'inserted',
      (at) => [
        `update audit_event set seq = seq + 100000 where seq > ${at}`,
        `update audit_event set seq = seq - 99999 where seq > 100000`,
        `insert into audit_event (seq, at, act, outcome, previous_hash, hash) select ${at} + 1, at, 'login', 'done', hash, hash from audit_event where seq = ${at}`,
      ],
      (at) => at + 1,
    ],
    [
      'moved',
      (at) => [
        `update audit_event set seq = -1 where seq = ${at}`,
        `update audit_event set seq = ${at} where seq = ${at} + 1`,
        `update audit_event set seq = ${at} + 1 where seq = -1`,
      ],
      (at) => at,
    ],
  ])('%s', async (_, statements, found) => {
    try {
      const faults = await tamper(statements(n))
      expect(faults[0]?.seq).toBe(found(n))
      await expect(runAdminTask(app.context, ['verify-audit'])).rejects.toThrow(faults[0]!.sentence)
    } finally {
      expect(await tamper(restore)).toEqual([])
    }
  })

  test('the whole end rewritten, head included: a hash noted elsewhere tells', async () => {
    const noted = (await rows()).at(-1)!
    try {
      const at = noted.seq - 1
      const rewriteHead = `update audit_head set seq = ${at}, hash = (select hash from audit_event where seq = ${at})`
      expect(await tamper([`delete from audit_event where seq > ${at}`, rewriteHead])).toEqual([])
      await expect(runAdminTask(app.context, ['verify-audit', `${noted.seq}:${noted.hash}`])).rejects.toThrow(`La ligne ${noted.seq}`)
    } finally {
      expect(await tamper(restore)).toEqual([])
    }
  })

  test('a name', async () => {
    const { key, name } = (await app.db.selectFrom('audit_person').selectAll().execute())[0]!
    expect((await tamper([`update audit_person set name = 'faux.nom' where key = '${key}'`]))[0]?.sentence).toContain('faux.nom')
    expect(await tamper([`update audit_person set name = '${name}' where key = '${key}'`])).toEqual([])
  })
})

describe('when the trail cannot be written', () => {
  const fill = () => sql`alter table audit_event add constraint full_disk check (false) not valid`.execute(app.db)
  const free = () => sql`alter table audit_event drop constraint full_disk`.execute(app.db)

  test('people still sign in, and the log and a metric say so; administration is not done', async () => {
    await fill()
    try {
      expect((await login(admin.username, admin.password)).status).toBe(200)
      const refused = await app.call(routes.prompts.save, { token: admin.token, body: { name: 'Jamais', content: 'x' } })
      expect([refused.status, refused.error.code]).toEqual([503, 'server.unavailable'])
    } finally {
      await free()
    }
    expect(await app.db.selectFrom('prompt').select('id').where('name', '=', 'Jamais').execute()).toEqual([])
    expect(app.logs.filter((line) => line.includes('audit row not written'))).toHaveLength(2)
    expect(await app.context.metrics!.text()).toContain('parvis_audit_failures_total{act="login"} 1')
  })

  test('an act whose end is lost stays as begun', async () => {
    await audited(serverCall(app.context), 'prompt.save', fill)
    await free()
    expect((await app.call(routes.audit.list, { token: admin.token })).body.entries[0]).toMatchObject({ act: 'prompt.save', outcome: 'begun' })
  })
})

test('the retention rule takes a whole beginning; the chain is verified from there; a hold keeps', async () => {
  const held = await app.createUser()
  await login(held.username, held.password)
  const { seq } = (await rows()).at(-1)!
  await write('suivant')
  app.travel(366 * 86_400_000)
  await write('nouveau')
  const hold = await app.db.insertInto('legal_hold').values({ user_id: held.id, reason: 'Contentieux' }).returning('id').executeTakeFirstOrThrow()
  await purge(app.context)
  expect((await rows())[0]!.seq).toBe(seq)
  expect((await verifyTrail(app.db)).faults).toEqual([])
  await app.db.deleteFrom('legal_hold').where('id', '=', hold.id).execute()
  await purge(app.context)
  const left = await rows()
  expect(left[0]).toMatchObject({ target_name: 'nouveau' })
  expect(left.some(({ act, target }) => act === 'audit.purge' && target === String(left[0]!.seq - 1))).toBe(true)
  expect((await verifyTrail(app.db)).faults).toEqual([])
})
