import { fillPath, routes } from '@parvis/contract'
import type { Route } from '@parvis/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsSettled } from '../../features/auth/registration/mail-later.ts'
import { handlers } from '../../app-handlers.ts'
import { everyParam } from '../every-param.ts'
import { rules } from './matrix-rules.ts'
import type { Rule } from './matrix-rule.ts'
import { canary, createWorld, everybody, everyRow } from './matrix-world.ts'
import type { Who, World } from './matrix-world.ts'
import type { TestApp } from '../test-app.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

const contract: Route[] = Object.values(routes).flatMap((group) => Object.values(group) as Route[])
const nameOf = (route: Route) => `${route.method} /api${route.path}`

/** What the contract's `access` and the rule's owner promise, as a status. */
function expected({ route, success = route.status ?? 200, owned }: Rule, who: Who): number {
  const { access } = route
  if (who === 'anonymous') return access === 'public' ? success : 401
  if (access === 'public') return success
  if (owned?.[who] !== undefined) return owned[who]
  if (who === 'disabled') return 403
  if (who !== 'admin' && (access === 'admin' || access === 'loopback_or_admin')) return 403
  return success
}

const cells = rules.flatMap((rule) =>
  everybody.map((who) => ({ rule, who, status: expected(rule, who), name: `${nameOf(rule.route)}${rule.on && ` (${rule.on})`}` })),
)

describe('ACC-01 ACC-02 ACC-03 ACC-06 PRV-11 who may do what', () => {
  test('every route of the contract has a rule and is served; nothing else is served', async () => {
    expect(contract.filter((route) => !rules.some((rule) => rule.route === route)).map(nameOf)).toEqual([])
    expect(handlers.map(({ route }) => nameOf(route)).sort()).toEqual(contract.map(nameOf).sort())
    // The calls of health are the only ones that answer HEAD.
    const served = [...contract.map(nameOf), 'HEAD /api/health', 'HEAD /api/health/ready']
    expect(mountedRoutes(world.app.http.printRoutes({ commonPrefix: false })).sort()).toEqual(served.sort())
    expect(cells.length).toBeGreaterThanOrEqual(200)
  })

  let caller = 0
  test.each(cells)('$name: $who → $status', async ({ rule, who, status }) => {
    const { app, people } = world
    const sample = await rule.make(world, who)
    const person = sample.caller !== undefined ? sample.caller : who === 'anonymous' ? null : people[who]
    const token = rule.route.access === 'refresh' ? person?.refresh : person?.token
    // The letters of what was done before leave after its answer.
    await mailsSettled(app.context)
    const before = status >= 400 ? await everyRow(app) : undefined
    const answer = await app.call(rule.route, {
      ...(sample.params && { params: sample.params }),
      ...(sample.query && { query: sample.query }),
      ...(sample.body !== undefined && { body: sample.body as never }),
      ...(sample.form && { form: sample.form }),
      ...(token !== undefined && { token }),
      // Never the machine itself, which may read the metrics; never twice the same, which the counters of attempts would notice.
      ip: `10.1.${(caller += 1) >> 8}.${caller & 255}`,
    })
    expect(answer.status, answer.text).toBe(status)
    // A stopped reply is closed a moment later: the next cell must not take that for its own doing.
    if (rule.route === routes.chat.stop && status === 200) await closed(app, sample.params!['stream_id']!)
    if (status >= 400) {
      expect(answer.error).toEqual({ error: expect.any(String), message: expect.any(String), code: expect.any(String), request_id: expect.any(String) })
      expect(await everyRow(app)).toEqual(before)
    } else if (rule.route.answer !== undefined) {
      // ACC-09: parsing drops what the schema does not name; nothing was dropped.
      expect(answer.body).toEqual(rule.route.answer.parse(answer.body))
    }
    expect(answer.text).not.toMatch(/password_hash|refresh_hash|token_hash|\$argon2/)
    // The administrator sees addresses of accounts, and nothing else of A.
    if (who !== 'owner') expect(answer.text.replaceAll(people.owner.email, who === 'admin' ? '' : people.owner.email)).not.toContain(canary)
  })
})

test('ACC-07 PRV-11 nothing that A keeps is in any answer to B or to the administrator', async () => {
  const { app, people } = world
  const [project, { id, reply_id }, own] = [await world.project(), await world.conversation(), await world.privateDocument()]
  const draft = await world.ownAssistant()
  const with_draft = { assistant_id: draft, first_message: 'Bonjour' }
  await app.call(routes.conversations.findOrCreate, { body: with_draft, token: people.owner.token })
  const ids = { ...everyParam(id), message_id: reply_id, stream_id: reply_id }
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

/** « METHOD /path » of each route that the framework really serves, read from its drawn tree. */
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
