import { routes, type Route } from '@parvis/contract'
import { sql } from 'kysely'
import { ownerRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { MatrixCaller } from '../../testing/matrix/matrix-rights.ts'
import type { AccessRule, MatrixWorld, RouteSample } from '../../testing/matrix/matrix-types.ts'

const { comparisons } = routes

/** Gives every document its own text, as reading does. */
const readAll = ({ app }: MatrixWorld) =>
  sql`
    with texts as (
      insert into document_page (document_id, position, page, label, ocr, blocks)
      select id, 0, null, null, false, jsonb_build_array(jsonb_build_object('kind', 'paragraph', 'text', 'Des bornes ' || id)) from document on conflict do nothing)
    update document set read_at = now() where read_at is null`.execute(app.db)

/** Compares a document with one of the caller's own. */
async function pairWith(id: string, world: MatrixWorld, who: MatrixCaller, route: Route): Promise<RouteSample> {
  const own = await world.own(who, 'document')
  await readAll(world)
  return route.method === 'POST' ? { body: { before: id, after: own } } : { query: { before: id, after: own } }
}

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [comparisons.compare, comparisons.summary, comparisons.export].flatMap((route) => [
  sharedRule('document', 'read', route, ({ id }, world, who) => pairWith(id, world, who, route)),
  sharedRule('projectFile', 'read', route, ({ id }, world, who) => pairWith(id, world, who, route)),
  sharedRule('assistantFile', 'read', route, ({ id }, world, who) => pairWith(id, world, who, route)),
  ownerRule(route, 'A’s document', async (world, who) => pairWith(await world.privateDocument(), world, who, route)),
])
