import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import { article, corpusForm, corpusPack, version } from './corpus.fixture.ts'
import { notifyChanges } from './notify-changes.ts'

const { corpora, personalPrompts, prompts, references } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })

const importPack = (pack: unknown) => app.call(corpora.import, { token: admin.token, form: corpusForm(pack) })
const uploadToLibrary = async (name: string, text: string) => {
  const form = textFile('file', name, text, { category: 'Actes' })
  expect((await app.call(routes.documents.upload, { token: admin.token, form })).status).toBe(201)
  await app.context.worker.drain()
}

test('an import tells those whose texts cite a changed article, once, and nobody else', async () => {
  const uncited = article('L9', [version('v1', '2000-01-01')])
  await importPack(corpusPack([article('L2121-17', [version('v1', '2000-01-01')]), uncited]))
  expect(app.mails).toEqual([])
  const category_id = await newCategory(app.db)
  const assistant = { description: 'Aide', category_id, icon: 'FileText' }
  await app.db
    .insertInto('assistant')
    .values([
      { ...assistant, name: 'Actes', prompt_content: 'Rappelle l’article L. 2121-17 du CGCT.', owner_id: agent.id },
      { ...assistant, name: 'Autre', prompt_content: 'Rappelle l’article L. 9 du CGCT et l’article 2121-17 du contrat.', owner_id: agent.id },
    ])
    .execute()
  await app.db.insertInto('prompt').values({ name: 'Quorum', content: 'Selon l’art. L2121-17 CGCT…' }).execute()
  await uploadToLibrary('acte.txt', 'Vu le code général des collectivités territoriales, notamment son article L. 2121-17 ;')
  const next = corpusPack(
    [article('L2121-17', [version('v1', '2000-01-01', '2026-11-30'), version('v2', '2026-12-01')]), uncited, article('L10', [version('v1', '2026-12-01')])],
    {
      extracted_on: '2026-12-01',
    },
  )
  await importPack(next)
  await expect.poll(() => app.mails.length).toBe(2)
  const told = (to: string) => app.mails.find((mail) => mail.to === to)?.text
  expect(told(agent.email)).toContain('assistant « Actes »\u00a0: L2121-17 (CGCT)')
  expect(told(agent.email)).not.toContain('Autre')
  expect(told(admin.email)).toContain('prompt « Quorum »\u00a0: L2121-17 (CGCT)')
  expect(told(admin.email)).toContain('document « acte.txt »\u00a0: L2121-17 (CGCT)')
  await importPack(next)
  await notifyChanges(app.context, (await app.call(corpora.list, { token: admin.token })).body.corpora[0]!.id)
  expect(app.mails).toHaveLength(2)
})

test('the prompts and assistants that cite a changed article are listed to their owner until they are saved or confirmed', async () => {
  const [owner, other] = [await app.createUser(), await app.createUser()]
  const listedTo = async ({ token }: { token: string }) => {
    const { texts } = (await app.call(references.changes, { token })).body
    return texts.map(({ kind, name, articles }) => [kind, name, articles.map(({ article: number, change, on }) => `${number} ${change} ${on}`).join()])
  }
  const pack = (extracted_on: string, articles: unknown[]) =>
    corpusPack(articles, { name: 'Second', extracted_on, codes: [{ id: 'CJA', title: 'code de justice administrative', abbreviations: ['CJA'] }] })
  const ofCja = (number: string, versions: ReturnType<typeof version>[]) => article(number, versions, { id: number, code: 'CJA' })
  const all = [
    ofCja('R1', [version('v1', '2000-01-01')]),
    ofCja('R2', [version('v1', '2000-01-01')]),
    ofCja('R3', [version('v1', '2000-01-01')]),
    ofCja('R4', [version('v1', '2000-01-01')]),
  ]
  await importPack(pack('2026-01-01', all))
  const write = (name: string, content: string) => app.call(personalPrompts.create, { token: owner.token, body: { name, content } })
  const [saved, confirmed] = [
    await write('À enregistrer', 'Selon l’article R. 1 et l’article R. 2 du CJA…'),
    await write('À confirmer', 'Voir l’article R. 3 du CJA.'),
  ]
  await write('Sans changement', 'Voir l’article R. 4 du CJA.')
  await app.call(prompts.save, { token: admin.token, body: { name: 'De tous', content: 'Article R. 2 du CJA.' } })
  await importPack(
    pack('2026-02-01', [
      ofCja('R1', [version('v1', '2000-01-01', '2025-12-31'), version('v2', '2026-01-01')]),
      ofCja('R2', [version('v1', '2000-01-01', '2025-12-31')]),
      all[3],
    ]),
  )
  expect(await listedTo(owner)).toEqual([
    ['personal_prompt', 'À confirmer', 'R3 retire null'],
    ['personal_prompt', 'À enregistrer', 'R1 modifie 2026-01-01,R2 abroge 2026-01-01'],
  ])
  expect(await listedTo(other)).toEqual([])
  expect((await listedTo(admin)).filter(([kind]) => kind === 'prompt')).toContainEqual(['prompt', 'De tous', 'R2 abroge 2026-01-01'])
  const confirm = ({ token }: { token: string }) => app.call(references.confirm, { token, body: { kind: 'personal_prompt', id: confirmed.body.id } })
  expect([(await confirm(other)).status, (await confirm(admin)).status, (await confirm(owner)).status, (await confirm(owner)).status]).toEqual([
    404, 404, 200, 404,
  ])
  await app.call(personalPrompts.update, { token: owner.token, params: { id: saved.body.id }, body: { content: saved.body.content } })
  expect(await listedTo(owner)).toEqual([])
})
