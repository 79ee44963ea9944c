import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { textFile } from '../../testing/matrix/matrix-parts.ts'
import { askOfPrivateDocument } from '../../testing/matrix/matrix-world.ts'

const { library } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: Rule[] = [
  open(library.categories),
  open(library.examples, { query: { category: '*' } }),
  { route: library.upload, on: '', make: () => ({ form: textFile('document', 'essai.txt', 'Un essai.') }) },
  open(library.uploads),
  { route: library.ask, on: 'one’s own documents', make: async (world) => (await world.readDocuments(), { body: { message: 'Que disent mes documents ?' } }) },
  mine(library.ask, 'A’s document', askOfPrivateDocument),
  mine(library.quotes, 'A’s message', async (world) => ({ params: { message_id: (await world.conversation()).reply_id } })),
]
