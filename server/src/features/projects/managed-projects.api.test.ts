import { routes, type Grant } from '@parvis/contract'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileForm } from '../documents/documents.fixture.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'
import type { Caller } from '../../context.ts'
import type { MultipartUpload } from '../../platform/http/handler.ts'
import { addProjectFiles } from './project-files.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { conversations, documents, grants, projectHandOver, projects, rights, teams, users } = routes
type Given = { subject: Grant['subject']; id?: string; level: Grant['level'] }

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })
const { owner, manager, writer, stranger } = people(
  app,
  { owner: { first_name: 'Ana', last_name: 'Ruiz' }, manager: { first_name: 'Marc', last_name: 'Petit' }, writer: {}, stranger: {} },
  beforeEach,
)
let id: string
let file: string

const person = ({ id: user_id }: TestUser, level: Grant['level']): Given => ({ subject: 'user', id: user_id, level })
const give = ({ token }: TestUser, list: Given[], expected_version?: string) =>
  app.call(grants.set, { params: { kind: 'project', id }, body: { grants: list, ...(expected_version !== undefined && { expected_version }) }, token })
const held = async ({ token }: TestUser) => (await app.call(grants.get, { params: { kind: 'project', id }, token })).body
const read = ({ token }: TestUser, project = id) => app.call(projects.get, { params: { id: project }, token })
const role = async (who: TestUser, project = id) => {
  const { status, body } = await read(who, project)
  return status === 200 ? body.role : status
}
const change = ({ token }: TestUser, body: object) => app.call(projects.update, { params: { id }, body, token })
const bring = ({ token }: TestUser, name: string, project = id) =>
  app.call(projects.addFiles, { params: { id: project }, form: fileForm(name, 'Une note.', {}, 'document'), token })
const handOver = ({ token }: TestUser, body: object) => app.call(projectHandOver.give, { params: { id }, body: body as never, token })
const files = async ({ token }: TestUser, project = id) => (await app.call(projects.files, { params: { id: project }, token })).body.documents?.length
const text = async ({ token }: TestUser, document = file) => (await app.call(documents.text, { params: { id: document }, query: {}, token })).status
const ownerOf = async (project = id) => (await app.db.selectFrom('project').where('id', '=', project).select('owner_id').executeTakeFirst())?.owner_id
const count = async ({ id: owner_id }: TestUser) =>
  (await app.db.selectFrom('holding').where('owner_id', '=', owner_id).select('projects').executeTakeFirst())?.projects ?? 0
const acts = async (act: string) =>
  (await app.db.selectFrom('audit_event').where('act', '=', act).where('target', '=', id).select('outcome').execute()).map(({ outcome }) => outcome)
const holdings = async ({ token }: TestUser) => (await app.call(rights.holdings, { token })).body

beforeEach(async () => {
  id = (await app.call(projects.create, { body: { name: 'Passerelle', content: 'Livraison en mai.' }, token: owner.token })).body.id
  await give(owner, [person(manager, 'manage'), person(writer, 'edit')])
  file = (await bring(owner, 'devis.txt')).body.files[0]!.document_id
  await app.context.worker.drain()
})

describe('a manager', () => {
  test('writes, archives, and decides to whom it is open, up to their own right; deletion and handing over are its owner’s', async () => {
    expect([await role(owner), await role(manager), await role(writer), await role(stranger)]).toEqual(['owner', 'manager', 'writer', 404])
    expect((await change(manager, { content: 'Juin' })).status).toBe(200)
    expect((await bring(manager, 'note.txt')).status).toBe(201)
    expect((await change(writer, { status: 'archived' })).error?.code).toBe('projects.not_manager')
    expect((await change(writer, { status: 'valid', content: 'Juillet' })).status).toBe(200)
    expect((await change(manager, { status: 'archived' })).body.status).toBe('archived')
    const remove = ({ token }: TestUser) => app.call(projects.remove, { params: { id }, token })
    expect([(await remove(manager)).error?.code, (await remove(writer)).error?.code]).toEqual(['projects.not_owner', 'projects.not_owner'])
    expect((await handOver(manager, { manager_id: manager.id })).error?.code).toBe('projects.not_owner_to_give')
    expect((await handOver(stranger, { account: stranger.username })).status).toBe(404)

    const { version } = await held(manager)
    expect([(await give(writer, [])).status, (await give(stranger, [])).status, (await give(admin, [])).status]).toEqual([404, 404, 404])
    expect((await give(manager, [person(owner, 'use')])).error?.code).toBe('grants.to_owner')
    const given = await give(manager, [person(manager, 'manage'), person(stranger, 'use')], version)
    expect(given.body.grants.map(({ level }) => level).sort()).toEqual(['manage', 'use'])
    expect([await role(owner), await role(writer), await role(stranger)]).toEqual(['owner', 404, 'reader'])
    expect((await give(owner, [], version)).error?.code).toBe('request.stale')
    // A manager may leave, and gets an answer.
    expect((await give(manager, [person(stranger, 'use')])).status).toBe(200)
    expect([await role(manager), (await give(manager, [])).status]).toEqual([404, 404])
  })

  test('deletes nothing: the trail has who tried, and its owner who did', async () => {
    for (const { token } of [manager, owner]) await app.call(projects.remove, { params: { id }, token })
    expect([await role(manager), (await acts('project.remove')).toSorted()]).toEqual([404, ['done', 'projects.not_owner']])
  })

  test('is somebody in particular, and of a project alone; the database says so too', async () => {
    expect((await give(owner, [{ subject: 'everyone', level: 'manage' }])).status).toBe(422)
    const prompt = (await app.call(routes.prompts.save, { body: { name: `Note ${id}`, content: 'Rédige.' }, token: admin.token })).body
    const onPrompt = { params: { kind: 'prompt' as const, id: prompt.id }, body: { grants: [person(writer, 'manage')] }, token: admin.token }
    expect((await app.call(grants.set, onPrompt)).error?.code).toBe('grants.manage_projects')
    const insert = (row: object) =>
      app.db
        .insertInto('access_grant')
        .values({ level: 'manage', ...row })
        .execute()
    for (const row of [{ project_id: id }, { prompt_id: prompt.id, user_id: writer.id }]) await expect(insert(row)).rejects.toMatchObject({ code: '23514' })
    const { body } = await app.call(grants.sees, { params: { id: manager.id }, token: admin.token })
    // Not its title, which only those who may use it read.
    expect(body.projects).toEqual([{ id, name: 'Projet partagé par Ana Ruiz', level: 'manage', by: ['À son nom'] }])
  })
})

describe('handing over', () => {
  test('gives the project and its files; who gave it manages it, conversations stay, the trail has it and both read a mail', async () => {
    const { id: talk } = (await app.call(conversations.findOrCreate, { body: { project_id: id, first_message: 'Bonjour' }, token: owner.token })).body
    // A file of the project that is also attached to a conversation.
    await app.db.insertInto('conversation_document').values({ conversation_id: talk, owner_id: owner.id, document_id: file, filename: 'devis.txt' }).execute()
    const before = [await count(owner), await count(manager)]
    await mailsSettled(app.context)
    const mails = app.mails.length
    const answer = await handOver(owner, { manager_id: manager.id })
    await mailsSettled(app.context)
    const sent = app.mails.slice(mails).map(({ to, text: letter }) => [to, letter.includes('Passerelle'), /qui était à \S+?(?=[ ,])/.exec(letter)![0]])
    expect(sent.sort()).toEqual(
      [
        [manager.email, true, 'qui était à Ana'],
        [owner.email, true, 'qui était à vous'],
      ].sort(),
    )
    expect(answer.body.message).toContain('Marc Petit')
    expect([await role(manager), await role(owner), await role(writer)]).toEqual(['owner', 'manager', 'writer'])
    expect((await held(manager)).grants.map(({ id: one, level }) => [one, level])).toEqual(expect.arrayContaining([[owner.id, 'manage']]))
    expect([await count(owner), await count(manager)]).toEqual([before[0]! - 1, before[1]! + 1])
    expect([await files(manager), await files(owner), await text(manager), await text(owner)]).toEqual([1, 1, 200, 200])
    const rows = await app.db.selectFrom('document').where('id', '=', file).select(['owner_id', 'attached']).execute()
    expect(rows).toEqual([{ owner_id: manager.id, attached: true }])
    const kept = (await app.call(conversations.get, { params: { id: talk }, token: owner.token })).body
    expect(kept.project_id).toBe(id)
    const tied = await app.db.selectFrom('conversation_document').where('conversation_id', '=', talk).select(['document_id', 'filename']).execute()
    expect(tied).toEqual([{ document_id: null, filename: 'devis.txt' }])
    expect((await app.call(conversations.get, { params: { id: talk }, token: manager.token })).status).toBe(404)
    expect(await acts('project.hand_over')).toContain('done')
    // Adding files continues to work, and the project can be given back.
    expect((await bring(owner, 'plan.txt')).status).toBe(201)
    expect((await handOver(manager, { account: owner.email })).status).toBe(200)
    expect([await role(owner), await role(manager), await files(owner)]).toEqual(['owner', 'manager', 2])
  })

  test('is refused to nobody, to oneself, to who has too much already; nothing has moved', async () => {
    const inactive = await app.createUser({ is_active: false })
    for (const body of [{ account: 'personne' }, { account: inactive.username }, { manager_id: writer.id }, { manager_id: crypto.randomUUID() }])
      expect((await handOver(owner, body)).error?.code).toBe('teams.person_unknown')
    expect((await handOver(owner, { account: owner.username })).error?.code).toBe('grants.to_oneself')
    for (const body of [{}, { account: 'x', manager_id: manager.id }]) expect((await handOver(owner, body)).status).toBe(422)
    const { quotas } = app.context.config
    const { projects: usual } = quotas
    quotas.projects = 1
    try {
      await sql`insert into holding (owner_id, projects) values (${manager.id}, 1) on conflict (owner_id) do update set projects = 1`.execute(app.db)
      expect((await handOver(owner, { manager_id: manager.id })).error?.code).toBe('projects.heir_quota')
      await sql`update holding set projects = 0 where owner_id = ${manager.id}`.execute(app.db)
    } finally {
      quotas.projects = usual
    }
    await app.db
      .updateTable('document')
      .set({ size: 2 ** 45 })
      .where('id', '=', file)
      .execute()
    expect((await handOver(owner, { manager_id: manager.id })).error?.code).toBe('projects.heir_space')
    expect([await role(owner), await role(manager), await ownerOf()]).toEqual(['owner', 'manager', owner.id])
  })

  test('while files come, refuses them whole: they are nobody’s', async () => {
    const before = await app.db
      .selectFrom('document')
      .select((query) => query.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const upload: MultipartUpload = {
      minFileBytes: null,
      fields: {},
      async *files() {
        await handOver(owner, { manager_id: manager.id })
        yield { field: 'document', filename: 'tard.txt', mimetype: 'text/plain', content: Readable.from([Buffer.from('Trop tard.')]) }
      },
    }
    const late = addProjectFiles(app.context, { id: writer.id } as Caller, id, upload)
    await expect(late).rejects.toMatchObject({ code: 'projects.moved' })
    expect(
      await app.db
        .selectFrom('document')
        .select((query) => query.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
    expect([await ownerOf(), (await bring(writer, 'tard.txt')).status]).toEqual([manager.id, 201])
  })

  test('twice at once gives it once; who was too late is told', async () => {
    const answers = await Promise.all([handOver(owner, { manager_id: manager.id }), handOver(owner, { account: stranger.username })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const heir = answers[0]!.status === 200 ? manager : stranger
    expect([await ownerOf(), await role(heir), await role(owner)]).toEqual([heir.id, 'owner', 'manager'])
    expect(await app.db.selectFrom('project_document').where('project_id', '=', id).select('owner_id').execute()).toEqual([{ owner_id: heir.id }])
  })
})

describe('when the account of its owner goes', () => {
  const leave = (user: TestUser) => app.call(rights.deleteOwnAccount, { token: user.token, body: { password: user.password, shared_documents: 'delete' } })

  test('the manager of longest standing inherits with the files, which the screen does not count as lost', async () => {
    const later = await app.createUser()
    await give(owner, [person(manager, 'manage'), person(later, 'manage'), person(writer, 'edit')])
    const alone = (await app.call(projects.create, { body: { name: 'Brouillon' }, token: owner.token })).body.id
    await bring(owner, 'brouillon.txt', alone)
    expect(await holdings(owner)).toMatchObject({ projects: 1, shared_projects: 0, inherited_projects: 1, private_documents: 1 })
    await mailsSettled(app.context)
    const mails = app.mails.length
    expect((await leave(owner)).status).toBe(200)
    await mailsSettled(app.context)
    expect(
      app.mails
        .slice(mails)
        .filter(({ text: letter }) => letter.includes('est maintenant à vous'))
        .map(({ to }) => to),
    ).toEqual([manager.email])
    expect([await role(manager), await role(later), await role(writer), await files(manager)]).toEqual(['owner', 'manager', 'writer', 1])
    expect([(await read(manager)).body.content, await text(manager), await text(writer)]).toEqual(['Livraison en mai.', 200, 200])
    expect([await ownerOf(alone), await count(manager)]).toEqual([undefined, 1])
    const { blob_id } = await app.db.selectFrom('document').where('id', '=', file).select('blob_id').executeTakeFirstOrThrow()
    expect(await app.context.blobs.withPath(blob_id!, async () => true)).toBe(true)
    expect(await acts('project.inherit')).toEqual(['done'])
    // This continues as long as there is a manager.
    expect((await app.call(users.remove, { params: { id: manager.id }, query: {}, token: admin.token })).status).toBe(200)
    expect([await role(later), await files(later)]).toEqual(['owner', 1])
    expect((await leave(later)).status).toBe(200)
    expect([await ownerOf(), await role(writer)]).toEqual([undefined, 404])
  })

  test('a right that did not change keeps its date; people before services, whose managers come first; no one who is deactivated', async () => {
    const [first, boss, member] = [await app.createUser(), await app.createUser(), await app.createUser()]
    const team = (await app.call(teams.create, { body: { name: `Ponts ${id}` }, token: admin.token })).body.id
    for (const { username } of [member, boss]) await app.call(teams.addMember, { params: { id: team }, body: { account: username }, token: admin.token })
    await app.call(teams.setRole, { params: { id: team, user_id: boss.id }, body: { role: 'manager' }, token: admin.token })
    const toTeam: Given = { subject: 'team', id: team, level: 'manage' }
    const heir = async () => (await sql<{ heir: string | null }>`select project_heir(${id}::uuid) as heir`.execute(app.db)).rows[0]!.heir
    await app.db.deleteFrom('access_grant').where('project_id', '=', id).execute()
    const rows = [{ team_id: team }, { user_id: first.id }, { user_id: manager.id }].map((to, nth) => ({
      project_id: id,
      level: 'manage' as const,
      given_at: new Date(Date.UTC(2026, 0, nth + 1)).toISOString(),
      ...to,
    }))
    await app.db.insertInto('access_grant').values(rows).execute()
    expect(await heir()).toBe(first.id)
    await give(owner, [person(first, 'edit'), person(manager, 'manage'), person(writer, 'manage'), toTeam])
    expect(await heir()).toBe(manager.id)
    await app.db.updateTable('app_user').set({ is_active: false }).where('id', 'in', [manager.id, writer.id]).execute()
    expect(await heir()).toBe(boss.id)
    await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', boss.id).execute()
    expect(await heir()).toBe(member.id)
    await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', member.id).execute()
    expect(await heir()).toBeNull()
  })

  test('whatever deletes it, several accounts at once included', async () => {
    await app.db.deleteFrom('app_user').where('id', 'in', [owner.id, manager.id]).execute()
    expect(await ownerOf()).toBeUndefined()
    const next = (await app.call(projects.create, { body: { name: 'Quai' }, token: writer.token })).body.id
    await app.call(grants.set, { params: { kind: 'project', id: next }, body: { grants: [person(stranger, 'manage')] }, token: writer.token })
    await app.db.deleteFrom('app_user').where('id', '=', writer.id).execute()
    expect(await ownerOf(next)).toBe(stranger.id)
  })
})

describe('an account that is deactivated', () => {
  test('has its projects given to their managers by an administrator, who reads none of them', async () => {
    const alone = (await app.call(projects.create, { body: { name: 'Brouillon' }, token: owner.token })).body.id
    const handOverOf = () => app.call(projectHandOver.giveOf, { params: { id: owner.id }, token: admin.token })
    expect((await handOverOf()).error?.code).toBe('projects.owner_active')
    await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', owner.id).execute()
    const answer = await handOverOf()
    expect([answer.status, answer.text.includes('Passerelle'), await ownerOf(), await ownerOf(alone)]).toEqual([200, false, manager.id, owner.id])
    expect((await handOverOf()).error?.code).toBe('projects.no_heir')
    expect((await read(admin)).status).toBe(404)
    await app.db.updateTable('app_user').set({ is_active: true }).where('id', '=', owner.id).execute()
    expect([await role(owner), await role(manager), await files(manager)]).toEqual(['manager', 'owner', 1])
  })
})
