import { routes } from '@parvis/contract'
import { ownerRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { masking } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  ownerRule(masking.get, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id } })),
  ownerRule(masking.update, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { keep: ['Anne Le Goff'] } })),
  ownerRule(masking.preview, 'A’s conversation', async (world) => ({ body: { text: 'Bonjour', conversation_id: (await world.conversation()).id } })),
  sharedRule('assistant', 'use', masking.preview, ({ id }) => ({ body: { text: 'Bonjour', assistant_id: id } })),
  sharedRule('ownAssistant', 'use', masking.preview, ({ id }) => ({ body: { text: 'Bonjour', assistant_id: id } })),
]
