import { routes } from '@parvis/contract'
import { ownerRule, sharedRule, uniqueName } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { textReviews } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  ownerRule(textReviews.list, 'A’s message', async (world) => ({ query: { message_id: (await world.conversation()).reply_id } })),
  ownerRule(textReviews.create, 'A’s message', async ({ app, people, ...world }) => {
    const { reply_id } = await world.conversation()
    const { body } = await app.call(textReviews.list, { token: people.owner.token, query: { message_id: reply_id } })
    return { body: { message_id: reply_id, digest: body.texts[0]!.digest, capacity: 'secrétaire' } }
  }),
  sharedRule('writtenDocument', 'read', textReviews.list, ({ id }) => ({ query: { written_document_id: id } })),
  sharedRule('writtenDocument', 'read', textReviews.create, async ({ id }, { app, people }) => {
    const { body } = await app.call(textReviews.list, { token: people.owner.token, query: { written_document_id: id } })
    // The document may be missing: no digest is then known.
    return { body: { written_document_id: id, digest: body.texts?.[0]?.digest ?? '0'.repeat(64), capacity: uniqueName() } }
  }),
  ownerRule(textReviews.remove, 'A’s review', async ({ app, people, ...world }) => {
    const { reply_id } = await world.conversation()
    const { token } = people.owner
    const { body } = await app.call(textReviews.list, { token, query: { message_id: reply_id } })
    const digest = body.texts[0]!.digest
    const review = await app.call(textReviews.create, { token, body: { message_id: reply_id, digest, capacity: 'secrétaire' } })
    return { params: { id: review.body.id } }
  }),
]
