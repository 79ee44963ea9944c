import { routes, type GrantKind } from '@parvis/contract'
import type { TestApp } from '../test-app.ts'
import type { SharedKind } from './matrix-rights.ts'
import { bodyOfSuccess, uniqueName, textFile } from './matrix-rule.ts'
import type { MatrixPeople, MatrixWorld, SharedThing, MatrixTeams } from './matrix-types.ts'

type Made = Partial<SharedThing> & { id: string }

/** Creates the teams. A is a member of the first one, whose manager has no rights on her things. « other » manages another team. */
export async function createMatrixTeams(app: TestApp, people: MatrixPeople): Promise<MatrixTeams> {
  const made = async (members: readonly (readonly [string, 'member' | 'manager'])[]) => {
    // A also shares with teams to which she does not belong.
    const { id } = await app.db.insertInto('team').values({ name: uniqueName(), sharing: 'anyone' }).returning('id').executeTakeFirstOrThrow()
    await app.db
      .insertInto('team_member')
      .values(members.map(([user_id, role]) => ({ team_id: id, user_id, role })))
      .execute()
    return id
  }
  await made([[people.other.id, 'manager']])
  return {
    users: await made([
      [people.owner.id, 'member'],
      [people.member.id, 'member'],
      [people.manager.id, 'manager'],
    ]),
    writers: await made([[people.writers.id, 'member']]),
    keepers: await made([[people.keepers.id, 'member']]),
  }
}

/** Returns a function that creates a thing of each kind, with the grants of the rights table. */
export function thingMakers(
  world: Pick<MatrixWorld, 'app' | 'people' | 'assistant' | 'prompt' | 'ownAssistant' | 'fileIn' | 'assistantFileIn' | 'conversation' | 'writtenDocument'>,
  services: MatrixTeams,
) {
  const { app, people } = world
  const { owner, admin, member, manager, reader, writer, keeper } = people
  const uses = [
    { subject: 'team' as const, id: services.users, level: 'use' as const },
    { subject: 'user' as const, id: reader.id, level: 'use' as const },
  ]
  const edits = [
    { subject: 'user' as const, id: writer.id, level: 'edit' as const },
    { subject: 'team' as const, id: services.writers, level: 'edit' as const },
  ]
  const manages = [
    { subject: 'user' as const, id: keeper.id, level: 'manage' as const },
    { subject: 'team' as const, id: services.keepers, level: 'manage' as const },
  ]
  const give = async (kind: GrantKind, id: string, { token }: { token: string }) => {
    const grants = [...uses, ...(kind === 'prompt' ? [] : edits), ...(kind === 'project' ? manages : [])]
    await bodyOfSuccess(app.call(routes.grants.set, { params: { kind, id }, body: { grants }, token }))
    return { id }
  }
  const category = async () => {
    const name = uniqueName()
    const { id } = await bodyOfSuccess(app.call(routes.documentCategories.create, { body: { name }, token: admin.token }))
    return { id, name }
  }

  const makers: Record<SharedKind, () => Promise<Made>> = {
    project: async () =>
      give('project', (await bodyOfSuccess(app.call(routes.projects.create, { body: { name: 'Passerelle' }, token: owner.token }))).id, owner),
    assistant: async () => give('assistant', await world.assistant(), admin),
    ownAssistant: async () => give('assistant', await world.ownAssistant('Voirie'), owner),
    prompt: async () => give('prompt', await world.prompt(), admin),
    async proposal() {
      const id = await world.ownAssistant('Voirie')
      const proposalCall = { params: { id }, body: { team_id: services.users }, token: owner.token }
      const { proposals, updated_at } = await bodyOfSuccess(app.call(routes.ownAssistants.propose, proposalCall))
      return { id: proposals[0]!.id, updated_at }
    },
    async category() {
      const { id, name } = await category()
      return { ...(await give('document_category', id, admin)), name }
    },
    // Uploaded by A before the category was reserved to its editors.
    async document() {
      const { id, name } = await category()
      const form = textFile('file', 'bornes.txt', 'Des bornes.', { category: name })
      const { document } = await bodyOfSuccess(app.call(routes.documents.upload, { form, token: owner.token }))
      await give('document_category', id, admin)
      return { id: document.id }
    },
    projectFile: async () => ({ id: (await world.fileIn((await makers.project()).id)).document_id }),
    assistantFile: async () => ({ id: (await world.assistantFileIn((await makers.ownAssistant()).id)).document_id }),
    writtenDocument: async () => give('written_document', await world.writtenDocument('Note sur les bornes'), owner),
    async share() {
      const { id } = await world.conversation('Que dire des bornes ?')
      const body = { teams: [services.users], people: [reader.id] }
      return { id: (await bodyOfSuccess(app.call(routes.shares.create, { params: { id }, body, token: owner.token }))).id }
    },
    async team() {
      const { id } = await app.db.insertInto('team').values({ name: uniqueName() }).returning('id').executeTakeFirstOrThrow()
      const { id: user_id } = await app.createUser()
      const roles = { [member.id]: 'member', [manager.id]: 'manager', [user_id]: 'member' } as const
      await app.db
        .insertInto('team_member')
        .values(Object.entries(roles).map(([member_id, role]) => ({ team_id: id, user_id: member_id, role })))
        .execute()
      return { id, user_id }
    },
  }
  return async (kind: SharedKind): Promise<SharedThing> => ({ name: '', user_id: '', updated_at: '', ...(await makers[kind]()) })
}
