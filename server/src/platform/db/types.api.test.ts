import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/databases/database.ts'
import type { Database } from './types.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 120_000)

afterAll(() => database.close())

const value = async (expression: string): Promise<unknown> =>
  (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db)).rows[0]!.value

describe('SQL values in JavaScript, the same on both engines', () => {
  it.each([
    [`5::int8`, 5],
    [`count(*)`, 1],
    [`array[1, null, 9007199254740991]::int8[]`, [1, null, 9007199254740991]],
    [`'2026-03-29 02:30:00+01'::timestamptz`, '2026-03-29T01:30:00.000Z'],
    [`'2026-03-29'::date`, '2026-03-29'],
    [`'2026-03-29 02:30'::timestamp`, '2026-03-29 02:30:00'],
    [`1.50::numeric`, '1.50'],
    [`0.1::float8`, 0.1],
    [`'{"été": [1, null]}'::jsonb`, { été: [1, null] }],
    [`'\\xc3a9'::bytea`, Buffer.from('é')],
    [`array['l''été', null]`, ["l'été", null]],
    [`'6F9619FF-8B86-D011-B42D-00CF4FC964FF'::uuid`, '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
    [`true`, true],
    [`null::text`, null],
    [`current_setting('timezone')`, expect.stringMatching(/^(UTC|GMT)$/)],
  ])('%s', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected)
  })

  it('refuses an integer a number cannot hold, and the connection goes on', async () => {
    await expect(value('9007199254740993::int8')).rejects.toThrow(RangeError)
    expect(await value('1')).toBe(1)
  })

  it('takes a Date, an array, a Buffer and an object as parameters', async () => {
    const instant = new Date('2026-11-21T12:00:00.123Z')
    const { rows } = await sql`select ${instant}::timestamptz as instant, ${['a', 'é']}::text[] as list, ${Buffer.from([0, 255])}::bytea as bytes,
      ${JSON.stringify(['x'])}::jsonb as json`.execute(database.db)
    expect(rows).toEqual([{ instant: instant.toISOString(), list: ['a', 'é'], bytes: Buffer.from([0, 255]), json: ['x'] }])
  })

  it('sorts by code point, and finds accents whatever their case', async () => {
    const { rows } = await sql<{ word: string }>`select word from unnest(array['zoo', 'Étude', 'abbé', 'Zoo']) word order by word`.execute(database.db)
    expect(rows.map((row) => row.word)).toEqual(['Zoo', 'abbé', 'zoo', 'Étude'])
    expect(await value(`'ÉCOLE' ilike 'école'`)).toBe(true)
  })
})

describe('a statement that fails', () => {
  it('keeps the SQLSTATE and the constraint, and the connection goes on', async () => {
    await sql`create table t_unique (id int constraint t_unique_key primary key)`.execute(database.db)
    await sql`insert into t_unique values (1)`.execute(database.db)
    await expect(sql`insert into t_unique values (1)`.execute(database.db)).rejects.toMatchObject({ code: '23505', constraint: 't_unique_key' })
    await expect(sql`select nothing`.execute(database.db)).rejects.toMatchObject({ code: '42703' })
    expect(await value('1')).toBe(1)
  })

  it('undoes its transaction whole, concurrent ones untouched', async () => {
    await sql`create table t_rollback (id int)`.execute(database.db)
    const transactions = Array.from({ length: 10 }, (_, index) =>
      database.db.transaction().execute(async (transaction) => {
        await sql`insert into t_rollback values (${index})`.execute(transaction)
        if (index % 2 === 0) throw new Error('abandoned')
      }),
    )
    const outcomes = await Promise.allSettled(transactions)
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(5)
    expect(await value('array(select id from t_rollback order by id)')).toEqual([1, 3, 5, 7, 9])
  })

  it('leaves no setting and no transaction to whoever comes next', async () => {
    await database.db.connection().execute(async (session) => {
      await sql`begin`.execute(session)
      await sql`select 1/0`.execute(session).catch(() => {})
      await sql`rollback`.execute(session)
    })
    expect(await value('now() = statement_timestamp()')).toBe(true)
  })
})
