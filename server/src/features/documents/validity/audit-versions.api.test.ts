import { routes } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { fileForm, uploadPrivate } from '../documents.fixture.ts'

const { documents } = routes
const app = openTestApp()
const { ana, bruno, admin } = people(app, { ana: {}, bruno: {}, admin: { is_admin: true } })

const add = async (fields: Record<string, string>, user: TestUser) =>
  (await app.call(documents.upload, { token: user.token, form: fileForm('règlement.txt', 'Les bornes sont retirées.', { category: 'Règlements', ...fields }) }))
    .body.document
const change = (id: string, body: object, user: TestUser = ana) => app.call(documents.update, { token: user.token, params: { id }, body })

describe('the audit trail', () => {
  const entries = async (...ids: string[]) =>
    (await app.call(routes.audit.list, { token: admin.token, query: {} })).body.entries
      .filter(({ act, target }) => act !== 'document.remove' && ids.includes(target ?? ''))
      .map(({ act, actor_name, target_name }) => [act, actor_name, target_name])
      .toReversed()

  it('names both documents of a replacement, of a link removed and of a version restored, once each', async () => {
    const { id } = await add({}, ana)
    const key = crypto.randomUUID()
    const version = await add({ supersedes_id: id, client_upload_id: key }, bruno)
    expect((await add({ supersedes_id: id, client_upload_id: key }, bruno)).id).toBe(version.id)
    await change(version.id, { supersedes_id: id, description: 'Vu' }, bruno)
    await change(version.id, { supersedes_id: null }, bruno)
    await change(version.id, { supersedes_id: id }, bruno)
    await app.call(documents.remove, { token: bruno.token, params: { id: version.id } })
    const name = '«\u00a0règlement.txt\u00a0»'
    expect(await entries(id)).toEqual([
      ['document.replace', bruno.username, `${name}, par ${name}`],
      ['document.unlink', bruno.username, `${name}, que ${name} ne remplace plus`],
      ['document.replace', bruno.username, `${name}, par ${name}`],
      ['document.restore', bruno.username, `${name}, par la suppression de ${name}`],
    ])
  })

  it('names no private document, and has nothing of what is refused', async () => {
    const [one, two] = [await uploadPrivate(app, ana, 'note.txt', 'Une note.'), await uploadPrivate(app, ana, 'note 2.txt', 'Une note.')]
    await change(two, { supersedes_id: one })
    await change(one, { supersedes_id: two })
    expect(await entries(one, two)).toEqual([['document.replace', ana.username, null]])
  })
})
