import { routes } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createConversation, uniqueSuffix, waitUntilIndexed, type ApiClient } from '../support/api.ts'
import { checkEveryAppearance, checkScreen } from '../support/looks/check-screen.ts'
import { startServer } from '../support/servers/server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'
import { uploadToBase } from '../support/upload.ts'

// References to law in answers, documents and articles: marked where they are, with their state, and opened.

const site = setUpSite(() => startServer())
const visit = pageVisits(site)
let admin: ApiClient
let assistant_id: string

const version = (id: string, valid_from: string, valid_until: string | null, text: string) => ({
  id,
  valid_from,
  valid_until,
  state: valid_until === null ? 'VIGUEUR' : 'MODIFIE',
  text,
})
const article = (number: string, versions: object[], code = 'CGCT') => ({
  id: `${code}-${number}`,
  code,
  number,
  path: ['Partie législative', 'Livre Ier : organisation de la commune', 'Chapitre Ier : le conseil municipal'],
  versions,
})
const quorum = 'Le conseil municipal ne délibère valablement que lorsque la majorité de ses membres en exercice est présente (texte inventé).'
const corpus = (more: object = {}) => ({
  format: 'parvis-corpus',
  version: 1,
  name: 'Codes d’essai',
  source: 'Textes inventés',
  licence: 'Licence Ouverte 2.0',
  attribution: 'Textes inventés pour l’essai',
  extracted_on: '2026-11-01',
  codes: [
    { id: 'CGCT', title: 'code général des collectivités territoriales', abbreviations: ['CGCT'] },
    { id: 'LOI-2019-828', title: 'loi n° 2019-828 du 6 août 2019', abbreviations: [] },
  ],
  articles: [
    article('L2121-29', [version('v1', '2004-02-11', null, 'Le conseil municipal règle par ses délibérations les affaires de la commune (texte inventé).')]),
    article('L2121-17', [
      version('v1', '2000-01-01', '2020-12-31', `${quorum}\n\nIl est fait application de l’article L. 2121-29 et, s’il y a lieu, de l’article L. 2121-9.`),
      version(
        'v2',
        '2021-01-01',
        null,
        `${quorum}\n\nQuand, après une première convocation, ce quorum n’est pas atteint, l’article L. 2121-29 reste applicable.`,
      ),
    ]),
    article('L2121-9', [version('v1', '2000-01-01', '2020-12-31', 'Texte abrogé (inventé).')]),
    article('1', [version('v1', '2019-08-08', null, 'Un article de loi (texte inventé).')], 'LOI-2019-828'),
  ],
  ...more,
})

async function importCorpus(content: unknown): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(content)]), 'corpus.json')
  const answer = await fetch(`${site.server.url}/api/administration/corpus`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([answer.status, await answer.text()]).toEqual([201, expect.anything()])
}

const answerText = `## Le quorum

Le conseil municipal délibère sur le fondement de l’**article L. 2121-29** du code général des collectivités territoriales [1]. Le quorum est celui de l’article L. 2121-17 du même code, et l’article L. 2121-9 du CGCT ne s’applique plus.

- L’article L. 9999-1 du CGCT n’existe pas ;
- l’article 432-12 du code pénal n’est pas installé ;
- les articles L. 2121-9 à L. 2121-10 du CGCT sont cités ensemble.

| Texte | Objet |
|--|--|
| Article L. 2121-17 du CGCT | Quorum |
| Loi du 6 août 2019 | Fonction publique |

Ni \`article L. 2121-9 du CGCT\` ni [l’article L. 2121-9 du CGCT](https://exemple.fr) ne sont marqués.`

beforeAll(async () => {
  admin = await apiAs(site.server.url, site.server.root)
  assistant_id = (await admin(routes.assistants.list))[0]!.id
})

test('without a corpus nothing is marked, and no request is made', async () => {
  const id = await createConversation(admin, { assistant_id }, 'Quel quorum ?', answerText)
  const { page } = await visit(site.server.root)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`/chatbot-assistant?assistant=${assistant_id}&conversation=${id}`)
  await page.getByRole('button', { name: 'Copier la réponse' }).waitFor()
  await page.waitForTimeout(500)
  expect(requests.filter((url) => /\/api\/references|CitedTexts/.test(url))).toEqual([])
})

test('the references of an answer are marked with their state, and open the article and its history', async () => {
  await importCorpus(corpus())
  const id = await createConversation(admin, { assistant_id }, 'Quel quorum ?', answerText)
  const { page, watch } = await visit(site.server.root, { path: `/chatbot-assistant?assistant=${assistant_id}&conversation=${id}` })
  const answer = page.getByRole('article').last()
  const marks = answer.locator('[data-state]')
  await marks.first().waitFor()
  const seen = await marks.evaluateAll((found) => found.map((one) => `${one.getAttribute('data-state')} | ${one.textContent}`.replace(/\u00a0/g, ' ')))
  expect(seen).toEqual([
    'en_vigueur | article L. 2121-29 du code général des collectivités territoriales (en vigueur)',
    'en_vigueur | article L. 2121-17 du même code (en vigueur)',
    'abroge | article L. 2121-9 du CGCTabrogé',
    'inconnu | article L. 9999-1 du CGCTinconnu',
    'hors_corpus | article 432-12 du code pénal (absent des corpus installés)',
    'abroge | articles L. 2121-9 à L. 2121-10 du CGCTdont 1 abrogé',
    'en_vigueur | Article L. 2121-17 du CGCT (en vigueur)',
    'en_vigueur | Loi du 6 août 2019 (en vigueur)',
  ])
  await checkEveryAppearance(page, 'cited-articles', marks.first())
  await page.emulateMedia({ forcedColors: 'active' })
  await checkScreen(page, 'cited-articles-forced-colors')
  await page.emulateMedia({ forcedColors: 'none' })

  await answer.getByRole('button', { name: 'article L. 2121-17 du même code' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Texte cité' })
  await panel.getByText('Depuis le 1er\u00a0janvier 2021 (affiché)').waitFor()
  await checkEveryAppearance(page, 'cited-article')
  await panel.getByRole('button', { name: 'Du 1er\u00a0janvier 2000 au 31 décembre 2020' }).click()
  await panel.getByText('Du 1er\u00a0janvier 2000 au 31 décembre 2020 (affiché)').waitFor()
  // The text of then cites an article that has been repealed since.
  await panel.getByRole('button', { name: 'article L. 2121-9' }).click()
  await panel.getByRole('heading', { name: 'Article L. 2121-9 (CGCT)' }).waitFor()
  await panel.getByText('Texte abrogé (inventé).').waitFor()
  await panel.getByRole('button', { name: 'Revenir à l’article précédent' }).click()
  await panel.getByText('Du 1er\u00a0janvier 2000 au 31 décembre 2020 (affiché)').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('2121-9')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('du même code')

  watch.expect(/404/)
  await answer.getByRole('button', { name: 'article L. 9999-1 du CGCT' }).click()
  await panel.getByText('Aucun article de ce numéro').waitFor()
  await answer.getByRole('button', { name: 'article 432-12 du code pénal' }).click()
  await panel.getByText('n’est pas dans les corpus installés').waitFor()
})

test('the references of a document are marked at its date, and an article opens in its place', async () => {
  const name = `acte-${uniqueSuffix()}.txt`
  const fields = { category: 'Actes', valid_from: '2015-03-01' }
  const id = await uploadToBase(site.server.url, admin.token, name, 'Vu l’article L. 2121-17 du CGCT ;\n\nVu l’article L. 2121-29 du même code ;', fields)
  await waitUntilIndexed(admin)
  const { page } = await visit(site.server.root, { path: `/bibliotheque?document=${id}` })
  const dialog = page.getByRole('dialog')
  const mark = dialog.locator('[data-state="modifie"]')
  await mark.waitFor()
  expect(await mark.textContent()).toContain('modifié')
  await checkEveryAppearance(page, 'cited-in-document', mark)
  await mark.click()
  await dialog.getByText('un autre l’a remplacé le 1er\u00a0janvier 2021').waitFor()
  await dialog.getByText('Du 1er\u00a0janvier 2000 au 31 décembre 2020 (affiché)').waitFor()
  await checkEveryAppearance(page, 'cited-from-document')
  await dialog.getByRole('button', { name: 'Revenir au document' }).click()
  await mark.waitFor()
})

test('a prompt that cites a changed article is to be read again until it is saved or confirmed', async () => {
  const write = (name: string) => admin(routes.personalPrompts.create, { body: { name, content: 'Rappelle l’article L. 2121-29 du CGCT.' } })
  await write('Convocation du conseil')
  await write('Compte rendu de séance')
  await importCorpus(
    corpus({
      extracted_on: '2026-11-20',
      based_on: '2026-11-01',
      articles: [
        article('L2121-29', [
          version('v1', '2004-02-11', '2026-11-14', 'Le conseil municipal règle par ses délibérations les affaires de la commune (texte inventé).'),
          version('v2', '2026-11-15', null, 'Le conseil municipal règle les affaires de la commune (autre texte inventé).'),
        ]),
      ],
    }),
  )
  const { page } = await visit(site.server.root, { path: '/mes-prompts' })
  const section = page.getByRole('region', { name: 'Textes à relire' })
  await section.getByText('modifié le 15 novembre 2026').first().waitFor()
  await checkEveryAppearance(page, 'changed-citations')
  await section.getByRole('button', { name: 'article L. 2121-29 (CGCT)' }).first().click()
  await page.getByRole('dialog').getByText('autre texte inventé').waitFor()
  await checkScreen(page, 'changed-citation-article')
  await page.keyboard.press('Escape')
  await section.getByRole('button', { name: 'Toujours juste : Convocation du conseil' }).click()
  await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Modifier le prompt Compte rendu de séance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await section.waitFor({ state: 'detached' })
})
