import type { Route } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { textFields, withText, type FieldPath } from './text-fields.ts'
import { callWith } from './matrix/matrix-rule.ts'
import { permittedPerson, sampleRules } from './matrix/matrix-rules.ts'
import type { RouteSample } from './matrix/matrix-types.ts'
import { everyRow, openWorld } from './matrix/matrix-world.ts'
import { isFullRun } from './full-run.ts'

// A successful attack advances a sequence. Sequences are not rolled back, so that a statement that fails afterwards is detected too.
const mark = `nextval('struck')`
const tricks = [
  `or ${mark}>0`,
  `and ${mark}>0`,
  `or 1=1 and ${mark}>0`,
  `union select ${mark}::text`,
  `union select null, ${mark}::text, null`,
  `; select ${mark}`,
  `; drop table witness; select ${mark}`,
  `; update witness set word = ${mark}::text`,
  // By time, and by error.
  `or (select ${mark} from pg_sleep(1))>0`,
  `and 1=cast((select ${mark}::text) as int)`,
]
/** Prefixes that end the text around an attack, and suffixes that neutralise the rest of the statement. */
const contexts: [string, string][] = [
  [`'`, ' --'],
  [`%'`, ' --'],
  [`')`, ' --'],
  ['', ' --'],
  [`0`, '/*'],
  [`\\'`, ' --'],
  [`$$`, ' --'],
  [`"`, ' --'],
]
const payloads = [
  ...contexts.flatMap(([open, close]) => tricks.map((trick) => `${open} ${trick}${close}`)),
  `'||${mark}||'`,
  `',${mark},'`,
  `(select ${mark})`,
  `name,(select ${mark})`,
  `(case when ${mark}>0 then 1 else 2 end)`,
  `' || (select word from witness limit ${mark}) || '`,
]
/** Texts that a database cannot store, or that a screen does not show. */
const oddTexts = ['\0', '/\0', 'a\0b', '\ud800', 'x\udc00y', '\u200b', '\u202e\u2066', '\ufeff\u00ad', '\u{e0041}', '\uffff', '\u3164']
/** All in a full run (`npm run prove`); otherwise each field gets a share, completed by other fields. */
const perPlace = isFullRun ? 8 : 2

const world = openWorld()
beforeAll(async () => {
  await sql.raw('create sequence struck').execute(world.app.db)
  await sql.raw(`create table witness as select 'intact' as word`).execute(world.app.db)
})

async function isStruck(): Promise<boolean> {
  const { rows } = await sql<{ is_called: boolean }>`select is_called from struck`.execute(world.app.db)
  return rows[0]!.is_called
}
const schema = async () => {
  const { rows } = await sql`select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(world.app.db)
  return JSON.stringify(rows)
}

test('the trap works: where a value is written into a statement, these attacks are seen', async () => {
  const { db } = world.app
  const careless: ((value: string) => string)[] = [
    (value) => `select word from witness where word = '${value}'`,
    (value) => `select word from witness where word like '%${value}%'`,
    (value) => `select word from witness where (lower('${value}')) = word`,
    (value) => `select word from witness where length(word) = ${value}`,
    (value) => `select word, word as name from witness order by ${value}`,
  ]
  for (const statement of careless) {
    let seen = 0
    for (const payload of payloads.filter((text) => !/drop|update|sleep/.test(text))) {
      await sql.raw(`alter sequence struck restart`).execute(db)
      await sql
        .raw(statement(payload))
        .execute(db)
        .catch(() => undefined)
      if (await isStruck()) seen += 1
    }
    expect([statement('…'), seen > 0]).toEqual([statement('…'), true])
  }
  await sql.raw('drop sequence struck').execute(db)
  await sql.raw('create sequence struck').execute(db)
  expect(await isStruck()).toBe(false)
})

const nameOf = ({ method, path }: Route, on: string) => `${method} ${path}${on && ` (${on})`}`

let calls = 0
async function send(route: Route, sample: RouteSample, token: string | undefined) {
  calls += 1
  return callWith(world, route, sample, token, `10.${2 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}`)
}

const oddTextsAt = (at: number): string[] => (isFullRun ? oddTexts : at % 3 === 0 ? [oddTexts[(at / 3) % oddTexts.length]!, '\0'] : ['\0'])

function attacksOn(place: FieldPath, at: number): string[] {
  // Searches and filters get all of them.
  if (place[0] === 'query') return [...(isFullRun ? payloads : payloads.filter((_, i) => i % 3 === at % 3)), ...oddTextsAt(at)]
  return [...Array.from({ length: perPlace }, (_, i) => payloads[(at * 7 + i * 11) % payloads.length]!), ...oddTextsAt(at)]
}

// First, because the following tests store attacks, which a search may find.
test.each(sampleRules.filter(({ route }) => route.method === 'GET' && route.query !== undefined).map((rule) => ({ rule, name: nameOf(rule.route, rule.on) })))(
  'INJ-09 $name: an attack finds no more than a word that is nowhere',
  async ({ rule }) => {
    const sample = await rule.make(world, 'admin')
    for (const place of textFields(rule.route, sample).filter(([part]) => part === 'query')) {
      const nothing = await send(rule.route, withText(sample, place, 'zzyzxqwerty'), world.people.admin.token)
      for (const attack of [`' or '1'='1`, `%' or 1=1 --`, `') or true --`, `x' or 'x' like 'x`]) {
        const { status, text } = await send(rule.route, withText(sample, place, attack), world.people.admin.token)
        expect([attack, status, countItems(text)]).toEqual([attack, nothing.status, countItems(nothing.text)])
      }
    }
  },
)

let places = 0
test.each(sampleRules.map((rule) => ({ rule, name: nameOf(rule.route, rule.on) })))(
  'INJ-09 $name: no text becomes SQL or a fault of the server',
  async ({ rule }) => {
    const { route } = rule
    const who = permittedPerson(rule)
    const sample = await rule.make(world, who)
    const person = sample.caller ?? world.people[who]
    const token = route.access === 'public' ? undefined : route.access === 'refresh' ? person.refresh : person.token
    const before = await everyRow(world.app)
    let accepted = 0
    for (const place of textFields(route, sample)) {
      places += 1
      for (const attack of attacksOn(place, places)) {
        // A path cannot carry a lone surrogate.
        const typed = place[0] === 'params' ? attack.toWellFormed() : attack
        const { status, text } = await send(route, withText(sample, place, typed), token)
        expect([status < 500, place, attack, text.slice(0, 200)]).toEqual([true, place, attack, text.slice(0, 200)])
        if (status < 400) accepted += 1
        else expect(text).not.toMatch(/syntax error at|unterminated quoted|SQLSTATE|relation "[^"]*" does not/i)
      }
    }
    expect(await isStruck()).toBe(false)
    if (accepted === 0) expect(await everyRow(world.app)).toEqual(before)
  },
)

test('INJ-09 hundreds of places were tried; the database is as it was made', async () => {
  expect(places).toBeGreaterThan(100)
  expect(calls).toBeGreaterThan(isFullRun ? 2_000 : 600)
  expect(await isStruck()).toBe(false)
  expect((await sql<{ word: string }>`select word from witness`.execute(world.app.db)).rows).toEqual([{ word: 'intact' }])
  expect(await schema()).toContain('"app_user"')
})

/** Counts the items in the lists of an answer. */
function countItems(text: string): number {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner = Object.values(value).reduce<number>((sum, one) => sum + count(one), 0)
    return Array.isArray(value) ? value.length + inner : inner
  }
  try {
    return count(JSON.parse(text))
  } catch {
    return 0
  }
}
