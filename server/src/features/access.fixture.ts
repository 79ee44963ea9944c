import { routes } from '@parvis/contract'
import { odtFile } from '@parvis/office-writing/letterhead-fixtures'
import { makeWav } from '../testing/fakes/fake-transcription-server.ts'
import { ownerRule, publicRule, sharedRule, textFile, uniqueName } from '../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld } from '../testing/matrix/matrix-types.ts'
import { askOfPrivateDocument, newTarget } from '../testing/matrix/matrix-world.ts'
import { testPassword } from '../testing/test-users.ts'
import { fileForm } from './documents/documents.fixture.ts'

const {
  announcements,
  audit,
  auth,
  changes,
  dashboards,
  feedback,
  footprints,
  instance,
  letterheads,
  library,
  packs,
  people,
  personalPrompts,
  profile,
  projectHandOver,
  projects,
  promptChoices,
  prompts,
  quotas,
  recentErrors,
  retention,
  rights,
  shares,
  teams,
  transcriptions,
} = routes

/** Access rules, for the authorization matrix, of the features without an `access.fixture.ts` of their own. */
export const rules: AccessRule[] = [
  publicRule(announcements.current),
  publicRule(announcements.atSignIn),
  publicRule(announcements.publish, { body: { text: 'Maintenance ce soir.' } }),
  publicRule(announcements.remove),

  publicRule(audit.list),
  publicRule(audit.export),

  publicRule(changes.follow, { query: { seconds: '0' } }),

  publicRule(dashboards.read),

  publicRule(feedback.counts),
  publicRule(feedback.comments),

  publicRule(footprints.own),
  publicRule(footprints.ofInstance),
  publicRule(footprints.export),
  ownerRule(footprints.ofMessage, 'A’s message', async (world) => ({ params: { message_id: (await world.conversation()).reply_id } })),

  publicRule(instance.info),
  publicRule(instance.health),
  publicRule(instance.ready),
  publicRule(instance.metrics),
  publicRule(instance.openapi),

  publicRule(letterheads.list),
  { route: letterheads.upload, on: '', make: () => ({ form: letterheadForm() }) },
  {
    route: letterheads.file,
    on: '',
    make: async ({ app, people }) => {
      await app.call(letterheads.upload, { form: letterheadForm(), token: people.admin.token })
      return { params: { id: 'odt' } }
    },
  },
  publicRule(letterheads.remove, { params: { id: 'docx' } }),

  publicRule(library.categories),
  publicRule(library.examples, { query: { category: '*' } }),
  { route: library.upload, on: '', make: () => ({ form: textFile('document', 'essai.txt', 'Un essai.') }) },
  publicRule(library.uploads),
  { route: library.ask, on: 'one’s own documents', make: async (world) => (await world.readDocuments(), { body: { message: 'Que disent mes documents ?' } }) },
  ownerRule(library.ask, 'A’s document', askOfPrivateDocument),
  ownerRule(library.quotes, 'A’s message', async (world) => ({ params: { message_id: (await world.conversation()).reply_id } })),

  publicRule(packs.export, { body: {} }),
  { route: packs.preview, on: '', make: () => ({ form: textFile('file', 'pack.json', emptyPack) }) },
  // Nobody can know the fingerprint of a preview that was not made.
  { route: packs.import, on: '', make: () => ({ form: textFile('file', 'pack.json', emptyPack, { fingerprint: 'x' }) }), success: 409 },

  publicRule(profile.get),
  publicRule(profile.update, { body: { fonction: 'Secrétaire de mairie' } }),
  publicRule(profile.preferences, { body: { enter_sends: false } }),
  publicRule(profile.options),
  publicRule(profile.security),
  ownerRule(profile.closeSession, 'A’s session', async ({ app, people }) => {
    const { username, id } = people.owner
    await app.call(auth.login, { body: { username, password: testPassword } })
    const newest = app.db.selectFrom('session').select('id').where('user_id', '=', id).orderBy('created_at', 'desc')
    return { params: await newest.executeTakeFirstOrThrow() }
  }),
  { route: profile.closeOtherSessions, on: '', make: async (world, who) => ({ caller: await world.again(who) }) },

  publicRule(projects.list),
  publicRule(projects.page),
  publicRule(projects.create, { body: { name: 'Voie verte' } }),
  sharedRule('project', 'read', projects.get),
  sharedRule('project', 'write', projects.update, ({ id }) => ({ params: { id }, body: { name: 'Pris' } })),
  sharedRule('project', 'archive', projects.update, ({ id }) => ({ params: { id }, body: { status: 'archived' } })),
  sharedRule('project', 'read', projects.files),
  sharedRule('project', 'write', projects.addFiles, ({ id }) => ({ params: { id }, form: textFile('document', 'intrus.txt', 'Intrus') })),
  sharedRule('project', 'write', projects.removeFile, async ({ id }, world) => ({ params: await world.fileIn(id) })),
  sharedRule('project', 'end', projects.remove),
  sharedRule('project', 'end', projectHandOver.give, async ({ id }, { app }) => ({ params: { id }, body: { account: (await app.createUser()).username } })),
  // The account is active: its owner gives the projects away.
  { route: projectHandOver.giveOf, on: 'an account', make: async (world) => ({ params: await newTarget(world) }), success: 409 },

  publicRule(prompts.list),
  publicRule(prompts.save, { body: { name: 'Compte rendu', content: 'Résume.' } }),
  { route: prompts.save, on: 'a prompt', make: async (world) => ({ body: { id: await world.prompt(), name: 'Autre', content: 'Autre.' } }), success: 200 },
  { route: prompts.remove, on: 'a prompt', make: async (world) => ({ params: { id: await world.prompt() } }) },

  publicRule(personalPrompts.page),
  publicRule(personalPrompts.create, { body: { name: 'Compte rendu', content: 'Résumez.' } }),
  ownerRule(personalPrompts.get, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  ownerRule(personalPrompts.update, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() }, body: { name: 'Pris' } })),
  ownerRule(personalPrompts.remove, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),

  publicRule(promptChoices.list),
  ownerRule(promptChoices.get, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  sharedRule('prompt', 'choose', promptChoices.get),

  publicRule(quotas.own),
  { route: quotas.ofUser, on: 'a person', make: async (world) => ({ params: await newTarget(world) }) },
  { route: quotas.setUser, on: 'a person', make: async (world) => ({ params: await newTarget(world), body: { tokens: 1_000_000 } }) },
  { route: quotas.ofTeam, on: 'a service', make: async (world) => ({ params: await team(world) }) },
  { route: quotas.setTeam, on: 'a service', make: async (world) => ({ params: await team(world), body: { tokens: null, kind: 'common' } }) },

  publicRule(recentErrors.list),

  publicRule(retention.get),
  publicRule(retention.update, { body: { feedback: 400 } }),
  publicRule(retention.forecast),
  publicRule(retention.purge),
  { route: retention.hold, on: 'a person', make: async (world) => ({ body: { user_id: (await newTarget(world)).id, reason: 'Contentieux' } }) },
  { route: retention.release, on: 'a hold', make: async (world) => ({ params: { id: await heldAccount(world) } }) },
  publicRule(retention.expiring),
  publicRule(retention.expiringDocuments),
  sharedRule('writtenDocument', 'end', retention.exemptDocument, ({ id }) => ({ params: { id }, body: { exempt: true } })),
  ownerRule(retention.keep, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { kept: true } })),

  publicRule(rights.holdings),
  publicRule(rights.download),
  {
    route: rights.deleteOwnAccount,
    on: '',
    make: async (world, who) => ({ caller: await world.again(who), body: { password: testPassword, shared_documents: 'delete' } }),
  },
  { route: rights.userHoldings, on: 'a person', make: async (world) => ({ params: await newTarget(world) }) },

  publicRule(shares.list),
  // Ids of other people's shares are ignored, and nothing is stored.
  publicRule(shares.seen, { body: { shares: [] } }),
  ownerRule(shares.create, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { people: [(await world.app.createUser()).id] },
  })),
  sharedRule('team', 'know', shares.create, async ({ id }, world, who) => ({ params: { id: await world.own(who, 'exchange') }, body: { teams: [id] } }), {
    absent: 422,
  }),
  sharedRule('share', 'read', shares.get),
  sharedRule('share', 'end', shares.update, ({ id }) => ({ params: { id }, body: { days: 7 } })),
  sharedRule('share', 'end', shares.remove),
  sharedRule('share', 'read', shares.continue),

  { route: transcriptions.create, on: '', make: () => ({ form: textFile('file', 'dictee.wav', new Uint8Array(makeWav())) }) },
  ownerRule(transcriptions.create, 'A’s conversation', async (world) => ({
    form: textFile('file', 'dictee.wav', new Uint8Array(makeWav()), { conversation_id: (await world.conversation()).id }),
  })),

  publicRule(people.suggest),
  publicRule(teams.list),
  { route: teams.create, on: '', make: () => ({ body: { name: uniqueName() } }) },
  sharedRule('team', 'know', teams.update, ({ id }) => ({ params: { id }, body: { description: 'Accueil' } })),
  sharedRule('team', 'know', teams.remove),
  sharedRule('team', 'know', teams.members),
  sharedRule('team', 'fill', teams.addMember, async ({ id }, { app }) => ({ params: { id }, body: { account: (await app.createUser()).username } })),
  sharedRule('team', 'fill', teams.addMembers, async ({ id }, { app }) => ({ params: { id }, body: { people: [(await app.createUser()).id] } })),
  sharedRule('team', 'fill', teams.setRole, ({ id, user_id }) => ({ params: { id, user_id }, body: { role: 'manager' } })),
  sharedRule('team', 'fill', teams.removeMember, ({ id, user_id }) => ({ params: { id, user_id } })),
]

const letterheadForm = () => fileForm('papier.odt', new Uint8Array(odtFile()))

const emptyPack = JSON.stringify({ format: 'parvis-pack', version: 1 })

const team = async ({ app }: MatrixWorld) => app.db.insertInto('team').values({ name: uniqueName() }).returning('id').executeTakeFirstOrThrow()

async function heldAccount(world: MatrixWorld): Promise<string> {
  const { id: user_id } = await newTarget(world)
  return (await world.app.call(retention.hold, { body: { user_id, reason: 'Contentieux' }, token: world.people.admin.token })).body.id
}
