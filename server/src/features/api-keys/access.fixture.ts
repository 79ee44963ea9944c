import { routes } from '@parvis/contract'
import { ownerRule, publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { testPassword } from '../../testing/test-users.ts'

const { apiKeys } = routes

const newKey = () => ({
  name: 'Agenda',
  scopes: ['chat' as const],
  expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  current_password: testPassword,
})

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(apiKeys.list),
  publicRule(apiKeys.create, { body: newKey() }),
  ...(['assistant', 'ownAssistant'] as const).map((kind) =>
    sharedRule(kind, 'use', apiKeys.create, ({ id }) => ({ body: { ...newKey(), assistant_ids: [id] } }), { absent: 422 }),
  ),
  ownerRule(apiKeys.revoke, 'A’s key', async ({ app, people }) => {
    const { body } = await app.call(apiKeys.create, { token: people.owner.token, body: newKey() })
    return { params: { id: body.id } }
  }),
]
