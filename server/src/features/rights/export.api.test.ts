import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { exportOwnData, personalTables } from './export-own-data.ts'
import { otherTables, personalData } from '../../platform/db/personal-data/index.ts'
import { fileForm } from '../documents/documents.fixture.ts'
import { fill, unzip } from './rights.fixture.ts'

const { grants, projects, rights } = routes

const app = openTestApp()
const { ana, bruno } = people(app, { ana: { username: 'ana', first_name: 'Ana' }, bruno: { username: 'bruno' } })
let head: Record<string, unknown>
let files: Record<string, Buffer>
beforeAll(async () => {
  await fill(app, ana, 'mimosa')
  await fill(app, bruno, 'glaïeul')
  const key = { credential_id: 'identifiant-de-cle', rp_id: 'parvis.ville.example', public_key: 'cle-publique', counter: 0, transports: ['internal'] }
  await app.db
    .insertInto('passkey')
    .values({ ...key, user_id: ana.id, name: 'Téléphone d’Ana', created_at: app.now() })
    .execute()
  const answer = await app.call(rights.download, { token: ana.token })
  head = answer.headers
  files = await unzip(answer.bytes)
})

const json = (name: string) => JSON.parse(files[name]!.toString('utf8')) as Record<string, unknown>[]

describe('PRV-05 the copy of one’s data', () => {
  test('needs a session; a body that is none of ours, somebody else’s copy: there is no such call', async () => {
    expect((await app.call(rights.download)).status).toBe(401)
    expect((await app.call(rights.holdings)).status).toBe(401)
    expect((await app.call(rights.userHoldings, { token: ana.token, params: { id: bruno.id } })).status).toBe(403)
  })

  test('is a file to keep, whose length nobody knows before its end', () => {
    expect(head).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="parvis-mes-donnees-\d{4}-\d{2}-\d{2}\.zip"/),
    })
    expect(head).not.toHaveProperty('content-length')
  })

  test('holds every row of the person, and as many as the database has', async () => {
    expect(json('compte.json')).toMatchObject([{ id: ana.id, username: 'ana', email: ana.email, fonction: 'fonction mimosa' }])
    expect(json('projets.json')).toMatchObject([{ name: 'Projet mimosa', content: 'Contenu mimosa' }])
    expect(json('prompts.json')).toMatchObject([{ name: 'Prompt mimosa', content: 'Rédigez mimosa' }])
    expect(json('conversations.json')).toHaveLength(1)
    const messages = json('messages.json')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(messages[1]).toMatchObject({ feedback: 'negative', feedback_comment: 'Avis sur Question mimosa', sources: [{ document: 'note.txt' }] })
    expect(json('documents-des-conversations.json')).toMatchObject([{ owner_id: ana.id, filename: 'note.txt' }])
    expect(json('connexions.json')).toHaveLength(1)
    expect(json('documents.json')).toHaveLength(3)
    expect(json('cles-d-acces.json')).toMatchObject([{ name: 'Téléphone d’Ana', created_at: expect.any(String), last_used_at: null }])
    const { rows } = JSON.parse(files['contenu.json']!.toString()) as { rows: Record<string, number> }
    expect(rows).toMatchObject({ app_user: 1, session: 1, project: 1, conversation: 1, message: 2, document: 3, legal_hold: 0 })
    const names = personalTables.map(({ file }) => file)
    expect(names).toEqual([...new Set(names)])
    for (const { file, table } of personalTables) expect([table, json(file).length]).toEqual([table, rows[table]])
  })

  test('holds the files as they were deposited, under their names, two of the same name included', () => {
    expect(files['documents/note.txt']!.toString()).toBe('Personnel mimosa')
    expect(files['documents/note (2).txt']!.toString()).toBe('Le même nom, mimosa')
    expect(files['documents/partagé mimosa.txt']!.toString()).toBe('Partagé mimosa')
  })

  test('tells as many documents as it holds files: one brought to the project of a colleague too, for as long as it is open', async () => {
    const [eve, colleague] = [await app.createUser(), await app.createUser()]
    const { id } = (await app.call(projects.create, { token: colleague.token, body: { name: 'Passerelle' } })).body
    const open = (list: object[]) => app.call(grants.set, { token: colleague.token, params: { kind: 'project', id }, body: { grants: list as never } })
    await open([{ subject: 'user', id: eve.id, level: 'edit' }])
    const brought = await app.call(projects.addFiles, { token: eve.token, params: { id }, form: fileForm('devis.txt', 'Devis', {}, 'document') })
    expect(brought.status).toBe(201)
    const copied = async () => {
      const all = await unzip((await app.call(rights.download, { token: eve.token })).bytes)
      const told = JSON.parse(all['documents.json']!.toString()) as { original_filename: string }[]
      return [told.map(({ original_filename }) => original_filename), Object.keys(all).filter((name) => name.startsWith('documents/'))]
    }
    expect(await copied()).toEqual([['devis.txt'], ['documents/devis.txt']])
    await open([])
    expect(await copied()).toEqual([[], []])
  })

  test('tells to whom they opened what is theirs, and what was opened to them', async () => {
    const [eve, colleague] = [await app.createUser(), await app.createUser()]
    const { id } = (await app.call(projects.create, { token: eve.token, body: { name: 'Passerelle' } })).body
    const body = { grants: [{ subject: 'user' as const, id: colleague.id, level: 'use' as const }] }
    await app.call(grants.set, { token: eve.token, params: { kind: 'project', id }, body })
    for (const { token } of [eve, colleague]) {
      const copied = await unzip((await app.call(rights.download, { token })).bytes)
      expect(JSON.parse(copied['droits-donnes.json']!.toString())).toMatchObject([{ project_id: id, user_id: colleague.id, team_id: null, level: 'use' }])
    }
  })

  test('explains itself in French', () => {
    const text = files['README.txt']!.toString('utf8')
    expect(text).toContain('COPIE DE VOS DONNÉES')
    for (const { file } of personalTables) expect(text).toContain(file)
    expect(text).toMatch(/messages\.json .*2/)
  })

  test('never holds what is others’, nor a secret', async () => {
    const all = Object.values(files)
      .map((file) => file.toString('utf8'))
      .join('\n')
    for (const others of ['glaïeul', bruno.id, 'bruno']) expect(all).not.toContain(others)
    const { password_hash } = await app.db.selectFrom('app_user').where('id', '=', ana.id).select('password_hash').executeTakeFirstOrThrow()
    const { refresh_hash } = await app.db.selectFrom('session').where('user_id', '=', ana.id).select('refresh_hash').executeTakeFirstOrThrow()
    for (const secret of [password_hash, refresh_hash, '$argon2', 'cle-publique', 'identifiant-de-cle']) expect(all).not.toContain(secret)
  })

  test('is written down, and asked for too often is refused', async () => {
    const dora = await app.createUser()
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await app.call(rights.download, { token: dora.token })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(app.logs.some((line) => line.includes('"audit":"rights.export"') && line.includes(dora.id))).toBe(true)
  })

  // Within the 30 seconds of a test.
  test('1 000 conversations are copied whole, a page at a time', async () => {
    const eve = await app.createUser()
    await sql`with made as (
        insert into conversation (owner_id, title) select ${eve.id}::uuid, 'Conversation ' || n from generate_series(1, 1000) n returning id)
      insert into message (conversation_id, role, content) select id, 'user', 'Message ' || m from made, generate_series(1, 10) m`.execute(app.db)
    const { bytes } = await app.call(rights.download, { token: eve.token })
    const copied = await unzip(bytes)
    expect((JSON.parse(copied['conversations.json']!.toString()) as unknown[]).length).toBe(1_000)
    const ids = (JSON.parse(copied['messages.json']!.toString()) as { id: string }[]).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([10_000, 10_000])
  })

  test('misses nothing that is still there where other rows go while it is made', async () => {
    const eve = await app.createUser()
    // Too large and too varied to be read ahead entirely.
    await sql`with made as (insert into conversation (owner_id, title) values (${eve.id}::uuid, 'Longue') returning id)
      insert into message (conversation_id, role, content)
      select id, 'user', (select string_agg(md5(random()::text || m || part), '') from generate_series(1, 40) part) from made, generate_series(1, 1100) m`.execute(
      app.db,
    )
    const { body: me } = await app.call(routes.auth.me, { token: eve.token })
    const pieces: Buffer[] = []
    let told = 0
    let isGone = false
    for await (const piece of await exportOwnData(app.context, { ...me, session_id: randomUUID() })) {
      pieces.push(piece as Buffer)
      if (told > 0 || Buffer.concat(pieces).includes('messages.json')) told += (piece as Buffer).length
      if (isGone || told < 100_000) continue
      isGone = true
      const first = app.db.selectFrom('message').where('owner_id', '=', eve.id).select('position').orderBy('position').limit(100)
      await app.db.deleteFrom('message').where('position', 'in', first).execute()
    }
    const copied = JSON.parse((await unzip(Buffer.concat(pieces)))['messages.json']!.toString()) as { id: string }[]
    const left = await app.db.selectFrom('message').where('owner_id', '=', eve.id).select('id').orderBy('position').execute()
    expect([left.length, copied.length]).toEqual([1_000, 1_100])
    expect(copied.slice(100).map(({ id }) => id)).toEqual(left.map(({ id }) => id))
  })

  test('goes from page to page by columns that are never null and tell the rows of a person apart', async () => {
    const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
      select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable from information_schema.columns where table_schema = 'public'`.execute(
      app.db,
    )
    const { rows: unique } = await sql<{ table: string; columns: string[] }>`
      select i.indrelid::regclass::text as "table",
        array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
      from pg_index i where i.indisunique and i.indpred is null and i.indexprs is null`.execute(app.db)
    const faulty = personalTables.filter(({ table, of, order }) => {
      const notNull = order.every((name) => rows.some((row) => row.table === table && row.column === name && !row.nullable))
      const known = [...order, /^(\w+) = \$me$/.exec(of)?.[1]]
      return !notNull || !unique.some((index) => index.table === table && index.columns.every((name) => known.includes(name)))
    })
    expect(faulty.map(({ table, order }) => [table, order])).toEqual([])
  })
})

describe('nothing of a person is forgotten', () => {
  test('each table of the database is declared, and each column of the personal ones', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`.execute(app.db)
    const base = Map.groupBy(rows, ({ table }) => table)
    expect([...base.keys()].sort()).toEqual([...Object.keys(personalData), ...Object.keys(otherTables)].sort())
    for (const [table, declared] of Object.entries(personalData)) {
      if (!('columns' in declared)) continue
      expect([table, ...Object.keys(declared.columns).sort()]).toEqual([
        table,
        ...base
          .get(table)!
          .map(({ column }) => column)
          .sort(),
      ])
    }
  })

  test('each column that points to a person chooses the rows of its table, or says why it is not told', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'app_user'::regclass
      union
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type <> 'date' and column_name ~ '(^|_)(user|owner|uploader|author|actor|person)_id$|_by$'`.execute(app.db)
    // `leased_by` identifies a process.
    const pointing = rows.filter(({ table, column }) => !(table === 'job' && column === 'leased_by'))
    expect(pointing.length).toBeGreaterThanOrEqual(7)
    for (const { table, column } of pointing) {
      const declared = personalData[table as keyof typeof personalData]
      const told = 'file' in declared ? declared.of.includes(`${column} = $me`) : Object.hasOwn(declared.people ?? {}, column)
      expect([table, column, told]).toEqual([table, column, true])
    }
  })
})
