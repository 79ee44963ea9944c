import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiAs, createAccount, type ApiClient } from '../support/api.ts'
import type { OpenPage } from '../support/browser.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { forged, setTokens, type Credentials } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { pageVisits, setUpSite } from '../support/site.ts'

// Written documents: the list, the editor, and what is typed, which nothing loses.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)

let count = 0
async function arrive(path = '/documents-rediges'): Promise<OpenPage & { api: ApiClient; person: Credentials }> {
  const person = await createAccount(site.server.admin, `redige.${(count += 1)}`, { first_name: 'Claire', last_name: 'Moreau' })
  return { ...(await visit(person, { path })), api: await apiAs(site.server.url, person), person }
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Texte du document' })
const isSaved = (page: Page) => page.getByText('Enregistré', { exact: true }).waitFor()

test('a document is created, typed with its styles, and is the same after a reload', async () => {
  const { page, api } = await arrive()
  await page.getByText('Aucun document pour le moment').waitFor()
  await checkEveryAppearance(page, 'written-documents-empty')
  await page.getByRole('button', { name: 'Nouveau document' }).click()
  await textOf(page).waitFor()
  await page.getByLabel('Titre').fill('Délibération de la cantine')
  await textOf(page).click()
  await page.keyboard.type('# Objet\nVu le code ')
  await page.keyboard.press('Control+g')
  await page.keyboard.type('général')
  await page.keyboard.press('Control+g')
  await page.keyboard.type(',\n1. Lire\nTransmettre')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Fait le [À COMPLÉTER], à [À COMPLÉTER]')
  await page.keyboard.press('F8')
  await page.keyboard.type('3 mars')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Rennes')
  // After the last blank, Tab leaves the editor.
  await page.keyboard.press('Tab')
  expect(await textOf(page).evaluate((element) => element.matches(':focus'))).toBe(false)
  await isSaved(page)
  await expectAccessible(page, '/documents-rediges/:id, written')
  const [listed] = await api(routes.writtenDocuments.list)
  const { title, blocks } = await api(routes.writtenDocuments.get, { params: { id: listed!.id } })
  expect(title).toBe('Délibération de la cantine')
  expect(blocks.map(({ id: _, ...content }) => content)).toEqual([
    { kind: 'heading', level: 1, text: 'Objet' },
    { kind: 'paragraph', style: 'body', text: [{ text: 'Vu le code ' }, { text: 'général', marks: ['bold'] }, { text: ',' }] },
    { kind: 'item', level: 0, marker: 'figure', text: 'Lire' },
    { kind: 'item', level: 1, marker: 'figure', text: 'Transmettre' },
    { kind: 'paragraph', style: 'body', text: 'Fait le 3 mars, à Rennes' },
  ])
  await page.reload()
  await textOf(page).getByText('Fait le 3 mars, à Rennes').waitFor()
  await checkEveryAppearance(page, 'written-document')
})

test('two tabs write: both texts are there, and one passage written in both is chosen side by side', async () => {
  const { page, api, person, watch } = await arrive()
  const { id } = await api(routes.writtenDocuments.create, { body: { title: 'Note', markdown: 'Premier.\n\nDeuxième.' } })
  const path = `/documents-rediges/${id}`
  await page.goto(path)
  const { page: other, watch: otherWatch } = await visit(person, { path })
  // Whoever saves second is refused, and merges.
  for (const one of [watch, otherWatch]) one.expect(/409 \(Conflict\)/)
  const typeAtEnd = async (tab: Page, text: string, words: string) => {
    await textOf(tab).getByText(text).click()
    await tab.keyboard.press('End')
    await tab.keyboard.type(words)
  }
  await Promise.all([typeAtEnd(page, 'Premier.', ' À gauche'), typeAtEnd(other, 'Deuxième.', ' À droite')])
  for (const tab of [page, other]) {
    await textOf(tab).getByText('Premier. À gauche').waitFor()
    await textOf(tab).getByText('Deuxième. À droite').waitFor()
    await isSaved(tab)
  }
  // Both write in the same passage before either is saved.
  await Promise.all([typeAtEnd(page, 'Premier.', ', ici'), typeAtEnd(other, 'Premier.', ', là')])
  const choice = (tab: Page) => tab.getByRole('region', { name: 'Un même passage a été modifié en deux endroits' })
  const loser = await Promise.race(
    [page, other].map(async (tab) =>
      choice(tab)
        .waitFor()
        .then(() => tab),
    ),
  )
  await choice(loser).getByText('Votre texte').waitFor()
  await checkEveryAppearance(loser, 'written-document-conflict')
  const mine = loser === page ? 'Premier. À gauche, ici' : 'Premier. À gauche, là'
  await choice(loser).getByText(mine).waitFor()
  await choice(loser).getByRole('button', { name: 'Garder le mien' }).click()
  await isSaved(loser)
  const { blocks } = await api(routes.writtenDocuments.get, { params: { id } })
  expect(blocks).toMatchObject([{ text: mine }, { text: 'Deuxième. À droite' }])
})

test('text typed in a deleted document stays on the screen, with a notice that it is not saved', async () => {
  const { page, api, watch } = await arrive()
  watch.expect(/404 \(Not Found\)/)
  const { id } = await api(routes.writtenDocuments.create, { body: { title: 'Note', markdown: 'Début.' } })
  await page.goto(`/documents-rediges/${id}`)
  await textOf(page).getByText('Début.').click()
  await page.keyboard.press('End')
  await api(routes.writtenDocuments.remove, { params: { id } })
  await page.keyboard.type(' De plus.')
  await page.getByText('Ce que vous venez d’écrire n’est pas enregistré').waitFor()
  expect(await textOf(page).innerText()).toBe('Début. De plus.')
  await checkEveryAppearance(page, 'written-document-deleted')
})

test('a session that ends, and a network that is away, lose nothing', async () => {
  const { page, api, person, watch } = await arrive()
  watch.expect(/401 \(Unauthorized\)|ERR_FAILED/)
  const { id } = await api(routes.writtenDocuments.create, { body: { title: 'Note', markdown: 'Début.' } })
  await page.goto(`/documents-rediges/${id}`)
  await textOf(page).getByText('Début.').click()
  await page.keyboard.press('End')
  await page.route('**/api/written-documents/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await page.keyboard.type(' Sans réseau.')
  await page.getByText('Non enregistré : gardé dans cet onglet').waitFor()
  await checkEveryAppearance(page, 'written-document-local')
  await page.unrouteAll({ behavior: 'wait' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await textOf(page).getByText('Début. Sans réseau.').waitFor()
  await isSaved(page)

  await setTokens(page, forged(600), 'abc')
  await textOf(page).getByText('Début.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Sans session.')
  const dialog = page.getByRole('alertdialog', { name: 'Reprendre votre session' })
  await dialog.getByLabel(/^Mot de passe/).fill(person.password)
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await dialog.waitFor({ state: 'detached' })
  await isSaved(page)
  expect((await api(routes.writtenDocuments.get, { params: { id } })).blocks).toMatchObject([{ text: 'Début. Sans réseau. Sans session.' }])
})

test('a document is found by its words and deleted; a colleague’s is not found', async () => {
  const { page, api, watch } = await arrive()
  watch.expect(/404 \(Not Found\)/)
  await api(routes.writtenDocuments.create, { body: { title: 'Convocation', markdown: 'La séance du **conseil**.' } })
  await api(routes.writtenDocuments.create, { body: { title: 'Courrier', kind: 'courrier', markdown: 'Madame,' } })
  await page.reload()
  await page.getByRole('link', { name: 'Courrier' }).waitFor()
  await checkEveryAppearance(page, 'written-documents')
  await page.getByRole('searchbox', { name: 'Rechercher un document' }).fill('conseil')
  await page.getByText('1 document', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Supprimer le document Convocation' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Supprimer le document « Convocation » ?' })
  await expectAccessible(page, '/documents-rediges, deletion')
  await dialog.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByText('Aucun document ne correspond à cette recherche').waitFor()
  await page.goto(`/documents-rediges/${crypto.randomUUID()}`)
  await page.getByText('Ce document est introuvable').waitFor()
})

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>
<!--StartFragment--><h1 style="mso-list:none"><span style="mso-fareast-language:FR">Rapport</span></h1>
<p class="MsoNormal">Le tarif<b> augmente</b><a href="#_ftn1" name="_ftnref1"><span class="MsoFootnoteReference">[1]</span></a>.<o:p></o:p></p>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">·<span style="font:7pt Times">&nbsp;&nbsp;</span></span><![endif]>Cantine</p>
<p class="MsoListParagraph" style="mso-list:l0 level2 lfo1"><![if !supportLists]><span style="mso-list:Ignore">o</span><![endif]>Goûter</p>
<table class="MsoTableGrid"><tr><td><p class="MsoNormal">Poste</p></td><td><p class="MsoNormal">Montant</p></td></tr><tr><td><p class="MsoNormal">Repas</p></td><td><p class="MsoNormal">3,50 €</p></td></tr></table>
<p class="MsoNormal"><img src="file:///C:/logo.png" width="80"></p>
<div style="mso-element:footnote-list"><div style="mso-element:footnote" id="ftn1"><p class="MsoFootnoteText"><a href="#_ftnref1" name="_ftn1"><span class="MsoFootnoteReference">[1]</span></a> Depuis 2019.</p></div></div>
<!--EndFragment--></body></html>`

test('what is pasted from Word keeps its structure and tells what it drops; a link is made by keyboard', async () => {
  const { page, api } = await arrive()
  const { id } = await api(routes.writtenDocuments.create, { body: { title: 'Note' } })
  await page.goto(`/documents-rediges/${id}`)
  await textOf(page).click()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(fromWord)})
    clipboardData.setData('text/plain', 'Rapport')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await page
    .getByText(/n’a pas pu reprendre ce qui suit\s: les images\./)
    .first()
    .waitFor()
  await textOf(page).getByText('3,50 €').waitFor()
  await checkEveryAppearance(page, 'written-document-pasted')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Voir légifrance')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Adresse du lien' }).waitFor()
  await expectAccessible(page, '/documents-rediges/:id, link')
  await page.keyboard.type('legifrance.gouv.fr')
  await page.keyboard.press('Enter')
  await isSaved(page)
  const kept = async () => (await api(routes.writtenDocuments.get, { params: { id } })).blocks.map(({ id: _, ...content }) => content)
  await expect.poll(async () => JSON.stringify(await kept())).toContain('https://legifrance.gouv.fr')
  const blocks = await kept()
  expect(blocks).toMatchObject([
    { kind: 'heading', level: 1, text: 'Rapport' },
    { kind: 'paragraph', text: [{ text: 'Le tarif' }, { text: ' augmente', marks: ['bold'] }, { note: 'Depuis 2019.' }, { text: '.' }] },
    { kind: 'item', marker: 'bullet', level: 0, text: 'Cantine' },
    { kind: 'item', marker: 'bullet', level: 1, text: 'Goûter' },
    {
      kind: 'table',
      header: ['', ''],
      rows: [
        ['Poste', 'Montant'],
        ['Repas', '3,50 €'],
      ],
    },
    { kind: 'paragraph', text: [{ text: 'Voir ' }, { text: 'légifrance', link: 'https://legifrance.gouv.fr' }] },
  ])
})

test('a document shared in reading is read, and one shared in writing is written by a colleague', async () => {
  const { page, api } = await arrive()
  const colleague = await createAccount(site.server.admin, `lit.${(count += 1)}`, { first_name: 'Yves', last_name: 'Kerbrat' })
  const asColleague = await apiAs(site.server.url, colleague)
  const { id } = await api(routes.writtenDocuments.create, { body: { title: 'Note partagée', markdown: 'Début.' } })
  const { id: user_id } = await asColleague(routes.auth.me)
  const share = (level: 'use' | 'edit') =>
    api(routes.grants.set, { params: { kind: 'written_document', id }, body: { grants: [{ subject: 'user', id: user_id, level }] } })
  await share('use')
  const { page: other } = await visit(colleague, { path: '/documents-rediges' })
  await other.getByRole('link', { name: 'Note partagée' }).click()
  await other.getByText('Ce document est partagé avec vous en lecture.').waitFor()
  await textOf(other).getByText('Début.').click()
  await other.keyboard.type('Rien')
  expect(await textOf(other).innerText()).toBe('Début.')
  await checkEveryAppearance(other, 'written-document-read-only')
  await share('edit')
  await other.reload()
  await textOf(other).getByText('Début.').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' Suite d’Yves.')
  await isSaved(other)
  await page.goto(`/documents-rediges/${id}`)
  await textOf(page).getByText('Début. Suite d’Yves.').waitFor()
})
