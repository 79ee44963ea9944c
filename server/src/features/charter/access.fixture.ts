import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { charter, charterVersions } = routes

const unknown = crypto.randomUUID()

/** Access rules of these routes, for the authorization matrix, where the charter is off and other versions may have been published. */
export const rules: AccessRule[] = [
  publicRule(charter.current),
  publicRule(charter.accept, { body: { version_id: unknown } }, 404),
  publicRule(charterVersions.list),
  publicRule(charterVersions.get, { params: { id: unknown } }, 404),
  {
    route: charterVersions.publish,
    on: '',
    make: async ({ app }) => {
      const latest = await app.db.selectFrom('charter_version').select('id').orderBy('number', 'desc').limit(1).executeTakeFirst()
      return { body: { text: 'Relisez ce que vous envoyez.', summary: 'Relisez.', changes: 'Un mot.', is_substantial: false, replaces: latest?.id ?? null } }
    },
  },
  publicRule(charterVersions.acceptances),
  publicRule(charterVersions.remind, { body: {} }, 409),
]
