import { routes } from '@parvis/contract'
import { ownerRule, publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { textFile } from '../../testing/matrix/matrix-parts.ts'
import { askOfPrivateDocument } from '../../testing/matrix/matrix-world.ts'

const { library } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(library.categories),
  publicRule(library.examples, { query: { category: '*' } }),
  { route: library.upload, on: '', make: () => ({ form: textFile('document', 'essai.txt', 'Un essai.') }) },
  publicRule(library.uploads),
  { route: library.ask, on: 'one’s own documents', make: async (world) => (await world.readDocuments(), { body: { message: 'Que disent mes documents ?' } }) },
  ownerRule(library.ask, 'A’s document', askOfPrivateDocument),
  ownerRule(library.quotes, 'A’s message', async (world) => ({ params: { message_id: (await world.conversation()).reply_id } })),
]
