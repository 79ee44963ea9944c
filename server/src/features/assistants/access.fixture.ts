import { routes, type Route } from '@parvis/contract'
import { ownerRule, publicRule, sharedRule, textFile, uniqueName } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld, RouteSample } from '../../testing/matrix/matrix-types.ts'
import type { ActionOn } from '../../testing/matrix/matrix-rights.ts'

const { assistants, assistantFavorites, assistantReviews, assistantVersions, chat, ownAssistants, ownAssistantFiles, ownAssistantVersions } = routes

const onAssistant = async (world: MatrixWorld) => ({ params: { id: await world.assistant() } })
const onVersion = async (world: MatrixWorld) => ({ params: { id: await world.assistant(), number: '1' } })

async function onInactive(world: MatrixWorld): Promise<RouteSample> {
  const id = await world.assistant()
  await world.app.call(assistants.update, { params: { id }, body: { is_active: false }, token: world.people.admin.token })
  return { params: { id } }
}

const voirie = ({ category_id }: Pick<MatrixWorld, 'category_id'>) => ({ name: 'Voirie', description: 'Aide', prompt_content: 'Tu aides.', category_id })

/** A private draft of A. */
const draft = async (world: MatrixWorld) => ({ id: await world.ownAssistant() })
/** Proposes an assistant of A to everybody. @returns the proposal and its assistant */
async function proposed(world: MatrixWorld): Promise<{ id: string; proposal_id: string }> {
  const id = await world.ownAssistant('Voirie')
  const { body } = await world.app.call(ownAssistants.propose, { params: { id }, body: {}, token: world.people.owner.token })
  return { id, proposal_id: body.proposals[0]!.id }
}
const onProposal = async (world: MatrixWorld) => ({ id: (await proposed(world)).proposal_id })
/** A call to publish, with the reviewed `updated_at`. */
async function onPublishing(world: MatrixWorld) {
  const { id, proposal_id } = await proposed(world)
  const { updated_at } = await world.app.db.selectFrom('assistant').where('id', '=', id).select('updated_at').executeTakeFirstOrThrow()
  return { params: { id: proposal_id }, body: { expected_updated_at: updated_at } }
}
const shown = async (world: MatrixWorld) => ({ id: (await proposed(world)).id })
const decided = { owner: 404, other: 404 }

async function suspended(world: MatrixWorld) {
  const params = await shown(world)
  await world.app.call(assistantReviews.suspend, { params, body: { reason: 'À revoir' }, token: world.people.admin.token })
  return params
}

/** An assistant whose owner's account is deactivated. */
async function ofSomebodyGone(world: MatrixWorld) {
  const { app, people } = world
  const gone = await app.createUser()
  const { id } = (await app.call(ownAssistants.create, { body: voirie(world), token: gone.token })).body
  await app.call(ownAssistants.propose, { params: { id }, body: {}, token: gone.token })
  await app.call(routes.users.update, { params: { id: gone.id }, body: { is_active: false }, token: people.admin.token })
  return { id }
}
const somebody = async ({ app }: MatrixWorld) => ({ account: (await app.createUser({ username: uniqueName() })).username })

/** Rules of an action on the organisation's assistant and on A's, both shared. */
const given = (act: ActionOn<'assistant'> & ActionOn<'ownAssistant'>, route: Route, call?: Parameters<typeof sharedRule>[3]): AccessRule[] => [
  sharedRule('assistant', act, route, call),
  sharedRule('ownAssistant', act, route, call),
]

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(assistants.categories),
  publicRule(assistants.list),
  publicRule(assistants.catalogue),
  ...given('use', assistants.get),
  { route: assistants.get, on: 'an inactive assistant', make: onInactive, owned: { owner: 404, other: 404 } },
  {
    route: assistants.create,
    on: '',
    make: ({ category_id }) => ({ body: { name: 'Budget', description: 'Explique', prompt_content: 'Tu expliques.', category_id } }),
  },
  { route: assistants.update, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() }, body: { name: 'Autre' } }) },
  { route: assistants.remove, on: 'an assistant', make: onAssistant },
  sharedRule('assistant', 'use', assistants.incrementUsage),
  publicRule(assistantFavorites.list),
  ...given('use', assistantFavorites.add),
  { route: assistantFavorites.add, on: 'an inactive assistant', make: onInactive, owned: { owner: 404, other: 404 } },
  { route: assistantFavorites.remove, on: 'an assistant', make: onAssistant },
  { route: assistantVersions.list, on: 'an assistant', make: onAssistant },
  { route: assistantVersions.get, on: 'an assistant', make: onVersion },
  { route: assistantVersions.restore, on: 'an assistant', make: onVersion },
  publicRule(ownAssistants.list),
  publicRule(ownAssistants.documentCategories),
  { route: ownAssistants.create, on: '', make: (world) => ({ body: voirie(world) }) },
  sharedRule('category', 'ask', ownAssistants.create, ({ id }, world) => ({ body: { ...voirie(world), document_category_ids: [id] } }), { absent: 422 }),
  ...given('use', ownAssistants.copy, ({ id }) => ({ body: { assistant_id: id } })),
  ownerRule(ownAssistants.copy, 'A’s draft', async (world) => ({ body: { assistant_id: (await draft(world)).id } })),
  ...given('write', ownAssistants.update, ({ id }) => ({ params: { id }, body: { name: 'Pris' } })),
  sharedRule(
    'category',
    'ask',
    ownAssistants.update,
    async ({ id }, world, who) => ({ params: { id: await world.own(who, 'assistant') }, body: { document_category_ids: [id] } }),
    { absent: 422 },
  ),
  ownerRule(ownAssistants.update, 'proposed', async (world) => ({ params: await shown(world), body: { name: 'Pris' } })),
  ...given('end', ownAssistants.remove),
  ...given('end', ownAssistants.propose, ({ id }) => ({ params: { id }, body: {} })),
  sharedRule(
    'team',
    'know',
    ownAssistants.propose,
    async ({ id }, world, who) => ({ params: { id: await world.own(who, 'assistant') }, body: { team_id: id } }),
    {
      absent: 422,
    },
  ),
  ownerRule(ownAssistants.withdraw, 'proposed', async (world) => ({ params: await proposed(world) })),
  ...given('end', ownAssistants.handOver, async ({ id }, world) => ({ params: { id }, body: await somebody(world) })),
  ...given('end', ownAssistantFiles.list),
  ...given('end', ownAssistantFiles.add, ({ id }) => ({ params: { id }, form: textFile('document', 'intrus.txt', 'Intrus') })),
  ...given('end', ownAssistantFiles.addDocuments, async ({ id }, world, who) => ({ params: { id }, body: { documents: [await world.own(who, 'upload')] } })),
  sharedRule('document', 'attach', ownAssistantFiles.addDocuments, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'assistant') },
    body: { documents: [id] },
  })),
  ownerRule(ownAssistantFiles.addDocuments, 'A’s document', async (world, who) => ({
    params: { id: await world.own(who, 'assistant') },
    body: { documents: [await world.privateDocument()] },
  })),
  sharedRule('ownAssistant', 'end', ownAssistantFiles.remove, async ({ id }, world) => ({ params: await world.assistantFileIn(id) })),
  ownerRule(ownAssistantFiles.remove, 'A’s draft', async (world) => ({ params: await world.assistantFileIn((await draft(world)).id) })),
  ...given('end', ownAssistantVersions.list),
  ...given('end', ownAssistantVersions.get, ({ id }) => ({ params: { id, number: '1' } })),
  ...given('end', ownAssistantVersions.restore, ({ id }) => ({ params: { id, number: '1' } })),
  publicRule(assistantReviews.list),
  sharedRule('proposal', 'decide', assistantReviews.get),
  sharedRule('proposal', 'decide', assistantReviews.publish, ({ id, updated_at }) => ({ params: { id }, body: { expected_updated_at: updated_at } })),
  sharedRule('proposal', 'decide', assistantReviews.refuse, ({ id }) => ({ params: { id }, body: { reason: 'Doublon' } })),
  { route: assistantReviews.get, on: 'proposed', make: async (world) => ({ params: await onProposal(world) }), owned: decided },
  { route: assistantReviews.publish, on: 'proposed', make: onPublishing, owned: decided },
  { route: assistantReviews.refuse, on: 'proposed', make: async (world) => ({ params: await onProposal(world), body: { reason: 'Doublon' } }), owned: decided },
  { route: assistantReviews.suspend, on: 'proposed', make: async (world) => ({ params: await shown(world), body: { reason: 'À revoir' } }) },
  {
    route: assistantReviews.suspend,
    on: 'A’s draft',
    make: async (world) => ({ params: await draft(world), body: { reason: 'À revoir' } }),
    owned: { admin: 404 },
  },
  { route: assistantReviews.resume, on: 'suspended', make: async (world) => ({ params: await suspended(world) }) },
  { route: assistantReviews.handOver, on: 'of somebody gone', make: async (world) => ({ params: await ofSomebodyGone(world), body: await somebody(world) }) },
  {
    route: assistantReviews.handOver,
    on: 'proposed',
    make: async (world) => ({ params: await shown(world), body: await somebody(world) }),
    owned: { admin: 409 },
  },
  ownerRule(assistants.get, 'A’s draft', async (world) => ({ params: await draft(world) })),
  { route: assistants.get, on: 'proposed', make: async (world) => ({ params: await shown(world) }), owned: { other: 404 } },
  { route: assistants.get, on: 'suspended', make: async (world) => ({ params: await suspended(world) }), owned: { other: 404 } },
  { route: assistants.update, on: 'proposed', make: async (world) => ({ params: await shown(world), body: { name: 'Pris' } }), owned: { admin: 404 } },
  { route: assistants.remove, on: 'proposed', make: async (world) => ({ params: await shown(world) }), owned: { admin: 404 } },
  { route: assistantVersions.list, on: 'proposed', make: async (world) => ({ params: await shown(world) }), owned: { admin: 404 } },
  ownerRule(chat.stream, 'with A’s draft', async (world) => ({
    body: { messageHistory: [{ role: 'user', content: 'Bonjour' }], assistant_id: (await draft(world)).id },
  })),
]
