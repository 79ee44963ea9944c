import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import { article, corpusForm, corpusPack, version } from './corpus.fixture.ts'
import { notifyChanges } from './notify-changes.ts'

const { corpora } = routes

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
