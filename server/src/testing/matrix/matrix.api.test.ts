import { fillPath, routes, type Route } from '@parvis/contract'
import { describe, expect, test } from 'vitest'
import { mailsSettled } from '../../features/auth/concurrency-limits.ts'
import { handlers } from '../../app-handlers.ts'
import { pathParams } from '../text-fields.ts'
import { callWith } from './matrix-rule.ts'
import { rules } from './matrix-rules.ts'
import type { AccessRule, RouteSample } from './matrix-types.ts'
import { filledFields, namingFields, fieldsOfNobody, withMissingIds, normalizedAnswer } from './matrix-fields.ts'
import { allows, holders, type MatrixCaller } from './matrix-rights.ts'
import { canary, commonCallers, everyRow, openWorld } from './matrix-world.ts'
import type { TestApp } from '../test-app.ts'
import { testEngine } from '../databases/database.ts'
import { isFullRun } from '../full-run.ts'

const world = openWorld()

const contract: Route[] = Object.values(routes).flatMap((group) => Object.values(group) as Route[])
const nameOf = (route: Route) => `${route.method} /api${route.path}`

/** Returns the status expected from the contract's `access` and the rule. */
function expected({ route, success = route.status ?? 200, owned, opened }: AccessRule, who: MatrixCaller): number {
  const { access } = route
  if (who === 'anonymous') return access === 'public' ? success : 401
  if (access === 'public') return success
  const ofOwner = owned?.[who] ?? (who === 'owner' || who === 'admin' || who === 'disabled' ? undefined : owned?.other)
  if (ofOwner !== undefined) return ofOwner
  if (who === 'disabled') return 403
  if (who !== 'admin' && (access === 'admin' || access === 'loopback_or_admin')) return 403
  const may = opened === undefined ? 'yes' : allows(opened.kind, opened.act, who)
  return may === 'yes' ? success : may === 'hidden' ? opened!.absent : may
}

const callersOf = ({ opened }: AccessRule): MatrixCaller[] => [...new Set([...commonCallers, ...(opened ? holders(opened.kind) : [])])]
/** On the second engine one rule in three is tried, and all in a full run. */
const isSample = testEngine() === 'postgres' && !isFullRun
const cells = rules.map((rule) => ({ rule, name: `${nameOf(rule.route)}${rule.on && ` (${rule.on})`}` })).filter((_, at) => !isSample || at % 3 === 0)

describe('ACC-01 ACC-02 ACC-03 ACC-06 PRV-11 who may do what', () => {
  test('every route of the contract has a rule and is served; nothing else is served', async () => {
    expect(contract.filter((route) => !rules.some((rule) => rule.route === route)).map(nameOf)).toEqual([])
    expect(handlers.map(({ route }) => nameOf(route)).sort()).toEqual(contract.map(nameOf).sort())
    // Only the health routes answer HEAD. `/v1` has keys of its own (features/openai-api).
    const v1 = ['GET /v1/models', 'POST /v1/chat/completions']
    const served = [...contract.map(nameOf), 'HEAD /api/health', 'HEAD /api/health/ready', ...v1]
    expect(mountedRoutes(world.app.http.printRoutes({ commonPrefix: false })).sort()).toEqual(served.sort())
    expect(rules.reduce((sum, rule) => sum + callersOf(rule).length, 0)).toBeGreaterThanOrEqual(2_200)
  })

  test.each(cells)('$name: each as the rule says', async ({ rule }) => {
    const { app } = world
    const callers = callersOf(rule).map((who) => ({ who, status: expected(rule, who) }))
    const refused = callers.filter(({ status }) => status >= 400)
    const tries = await triesOf(
      rule,
      refused.map(({ who }) => who),
    )
    // Mails of previous tests are sent after their responses.
    await mailsSettled(app.context)
    const before = await everyRow(app)
    for (const { who, status } of refused) await refuse(rule, who, status, tries.get(who)!)
    if (refused.length > 0) expect(await everyRow(app)).toEqual(before)
    const allowed = callers.filter(({ status }) => status < 400)
    // Things that calls only read are created once.
    const kept =
      rule.route.method === 'GET'
        ? await triesOf(
            rule,
            allowed.map(({ who }) => who),
          )
        : null
    for (const { who, status } of allowed) await allow(rule, who, status, kept?.get(who) ?? (await triesOf(rule, [who])).get(who)!)
  })

  test.skipIf(isSample)('every place of a call where a thing is named was tried with somebody’s', async () => {
    const named = contract.filter(({ access }) => access === 'user').flatMap((route) => namingFields(route).map((place) => `${nameOf(route)} ${place}`))
    expect(named.filter((place) => !tried.has(place) && !(place in fieldsOfNobody))).toEqual([])
    expect(Object.keys(fieldsOfNobody).filter((place) => !named.includes(place) || tried.has(place))).toEqual([])
  })
})

/** A call, with the id and the name of the shared thing that it is about. */
type Try = { sample: RouteSample; values: string[] }

/** Fields of calls in which somebody's thing was identified. */
const tried = new Set<string>()

/** Builds each caller's call, all on the same thing unless the rule creates another caller. */
async function triesOf({ route, make, opened, owned }: AccessRule, callers: readonly MatrixCaller[]): Promise<Map<MatrixCaller, Try>> {
  const tries = new Map<MatrixCaller, Try>()
  const thing = opened && callers.length > 0 ? await world.thing(opened.kind) : null
  const values = thing === null ? [] : [thing.id, thing.name, thing.user_id].filter((value) => value !== '')
  let sample: RouteSample | undefined
  for (const who of callers) {
    if (thing !== null) sample = await opened!.call(thing, world, who)
    else if (sample === undefined || 'caller' in sample) sample = await make(world, who)
    tries.set(who, { sample, values })
    if (opened ?? owned) for (const place of filledFields(sample, values)) tried.add(`${nameOf(route)} ${place}`)
  }
  return tries
}

let calls = 0
function call({ route }: AccessRule, who: MatrixCaller, sample: RouteSample) {
  const person = sample.caller !== undefined ? sample.caller : who === 'anonymous' ? null : world.people[who]
  const token = route.access === 'refresh' ? person?.refresh : person?.token
  // Never from localhost, which may read the metrics; never twice from one address, which rate limits would notice.
  return callWith(world, route, sample, token, `10.1.${(calls += 1) >> 8}.${calls & 255}`)
}

async function refuse(rule: AccessRule, who: MatrixCaller, status: number, asked: Try): Promise<void> {
  const answer = await call(rule, who, asked.sample)
  expect(answer.status, `${who}: ${answer.text}`).toBe(status)
  expect(answer.error).toMatchObject({ error: expect.any(String), message: expect.any(String), code: expect.any(String), request_id: expect.any(String) })
  expectNoSecret(who, answer.text)
  if (isHidden(rule, who, status)) await expectSaidOfNothing(rule, who, asked, answer)
}

async function allow(rule: AccessRule, who: MatrixCaller, status: number, asked: Try): Promise<void> {
  const { app } = world
  const { method, kind, answer: schema } = rule.route
  const [id] = asked.values
  const hidden = isHidden(rule, who, status)
  // On a shared thing, permitted changes are made. A reply without a conversation changes nothing, nor does a call that declares so.
  const changes = rule.opened !== undefined && method !== 'GET' && kind !== 'stream' && rule.route.changes?.length !== 0
  await mailsSettled(app.context)
  const before = hidden ? await everyRow(app, id) : changes ? await everyRow(app) : null
  const answer = await call(rule, who, asked.sample)
  expect(answer.status, `${who}: ${answer.text}`).toBe(status)
  // A stopped reply is closed a moment later, which must not be attributed to the next call.
  if (rule.route === routes.chat.stop) await closed(app, asked.sample.params!['stream_id']!)
  // ACC-09: parsing drops unknown fields; nothing was dropped.
  if (schema !== undefined) expect(answer.body).toEqual(schema.parse(answer.body))
  expectNoSecret(who, answer.text)
  if (hidden) {
    await expectSaidOfNothing(rule, who, asked, answer)
    expect(await everyRow(app, id), `${who} is tied to it`).toEqual(before)
  } else if (before !== null) expect(await everyRow(app), `${who} has done nothing`).not.toEqual(before)
}

/** Whether the thing does not exist for this caller. */
function isHidden({ route, opened, success }: AccessRule, who: MatrixCaller, status: number): boolean {
  if (who === 'anonymous' || who === 'disabled' || route.access === 'public') return false
  if (opened === undefined) return status === 404 && success !== 404
  return status === opened.absent && allows(opened.kind, opened.act, who) === 'hidden'
}

/** Expects the same answer as for a missing thing. */
async function expectSaidOfNothing(rule: AccessRule, who: MatrixCaller, { sample, values }: Try, answer: { status: number; text: string }): Promise<void> {
  const absent = await call(rule, who, withMissingIds(sample, values))
  expect([who, answer.status, normalizedAnswer(answer.text)]).toEqual([who, absent.status, normalizedAnswer(absent.text)])
}

function expectNoSecret(who: MatrixCaller, text: string): void {
  const { owner } = world.people
  expect(text).not.toMatch(/password_hash|refresh_hash|token_hash|\$argon2/)
  // The administrator sees addresses of accounts, and nothing else of A.
  if (who !== 'owner') expect(text.replaceAll(owner.email, who === 'admin' ? '' : owner.email)).not.toContain(canary)
}

test('ACC-07 PRV-11 nothing that A keeps is in any answer to B or to the administrator', async () => {
  const { app, people } = world
  const [project, { id, reply_id }, own] = [await world.project(), await world.conversation(), await world.privateDocument()]
  const draft = await world.ownAssistant()
  const with_draft = { assistant_id: draft, first_message: 'Bonjour' }
  await app.call(routes.conversations.findOrCreate, { body: with_draft, token: people.owner.token })
  const ids = { ...pathParams(id), message_id: reply_id, stream_id: reply_id }
  for (const token of [people.other.token, people.admin.token]) {
    for (const route of contract.filter(({ method, kind }) => method === 'GET' && kind !== 'text' && kind !== 'events')) {
      const queries: Record<string, string>[] = [{}, { search: canary }, { ids: [own, project, id].join(',') }]
      for (const query of queries) {
        const answer = await app.call(route, { params: ids, query, token })
        for (const secret of [project, id, reply_id, own, draft, `Aide ${canary}`, `${canary}.txt`, `Projet ${canary}`, `la ${canary}`])
          expect(answer.text, nameOf(route)).not.toContain(secret)
      }
    }
  }
  expect((await app.call(routes.conversations.list, { query: { search: canary }, token: people.owner.token })).body.length).toBeGreaterThan(0)
})

test('ACC-05 ids tell nothing of one another', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => world.project()))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  for (let offset = -3; offset <= 3; offset += 1) {
    const neighbour = ids[0]!.replace(/[0-9a-f]{2}$/, (end) => ((Number.parseInt(end, 16) + offset + 256) % 256).toString(16).padStart(2, '0'))
    const answer = await world.app.http.inject({
      url: `/api${fillPath(routes.projects.get.path, { id: neighbour })}`,
      headers: { authorization: `Bearer ${world.people.other.token}` },
    })
    expect(answer.statusCode).toBe(404)
  }
})

async function closed({ db }: TestApp, message_id: string): Promise<void> {
  await expect.poll(async () => (await db.selectFrom('message').where('id', '=', message_id).select('status').executeTakeFirst())?.status).not.toBe('en_cours')
}

/** Lists « METHOD /path » of each route that the framework serves, from its printed tree. */
function mountedRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (found === null) return []
    const depth = found[1]!.length / 4
    path.splice(depth, Infinity, found[2]!)
    return (found[3]?.split(', ') ?? []).map((method) => `${method} ${path.join('')}`)
  })
}
