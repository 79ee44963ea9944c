import { routes, type PackPreview } from '@parvis/contract'
import { expect, test } from 'vitest'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { anotherApp, newCategory } from '../../testing/open-test-app.ts'

const { assistants, assistantTestCases, packs } = routes

const formOf = (content: string, fields: Record<string, string> = {}) => textFile('file', 'pack.json', content, fields)

test('cases travel with their assistant; a pack without them imports and leaves those that are there', async () => {
  const [here, there] = [await anotherApp(), await anotherApp()]
  const [{ token }, { token: chief }] = [await here.createUser({ is_admin: true }), await there.createUser({ is_admin: true })]
  const body = { name: 'Recours', description: 'Aide', prompt_content: 'Tu aides.', category_id: await newCategory(here.db, 'Actes') }
  const { id } = (await here.call(assistants.create, { token, body })).body
  for (const question of ['Quel délai\u00a0?', 'Et hors délai\u00a0?'])
    await here.call(assistantTestCases.create, {
      token,
      params: { id },
      body: { question, as_of: '2024-03-01', expectations: [{ kind: 'cites', document: 'CRPA.pdf', page: 2 }] },
    })
  const file = (await here.call(packs.export, { token, body: {} })).text

  const read = async (content: string) => (await there.call(packs.preview, { token: chief, form: formOf(content) })).body
  const write = async (content: string, preview: PackPreview, decision: string) => {
    const decisions = Object.fromEntries(preview.items.map(({ path }) => [path, decision]))
    const form = formOf(content, { fingerprint: preview.fingerprint, decisions: JSON.stringify(decisions) })
    expect((await there.call(packs.import, { token: chief, form })).status).toBe(200)
  }
  const cases = async () => {
    const imported = (await there.call(assistants.list, { token: chief })).body.find(({ name }) => name === 'Recours')!
    return (await there.call(assistantTestCases.list, { token: chief, params: { id: imported.id } })).body.cases
  }
  await write(file, await read(file), 'create')
  expect((await cases()).map(({ question, as_of }) => [question, as_of])).toEqual([
    ['Quel délai\u00a0?', '2024-03-01'],
    ['Et hors délai\u00a0?', '2024-03-01'],
  ])
  expect((await read(file)).items.every(({ state }) => state === 'identical')).toBe(true)

  const pack = JSON.parse(file) as { assistants: Record<string, unknown>[] }
  const { test_cases: _, ...bare } = pack.assistants[0]!
  const without = JSON.stringify({ ...pack, assistants: [{ ...bare, prompt_content: 'Tu aides mieux.' }] })
  await write(without, await read(without), 'replace')
  expect(await cases()).toHaveLength(2)
  const fewer = JSON.stringify({ ...pack, assistants: [{ ...pack.assistants[0], test_cases: [] }] })
  const preview = await read(fewer)
  expect(preview.items.flatMap(({ differences }) => differences.map(({ field }) => field))).toContain('test_cases')
  await write(fewer, preview, 'replace')
  expect(await cases()).toEqual([])
})
