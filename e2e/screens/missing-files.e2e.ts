import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../support/api.ts'
import { setUpPerson } from '../support/one-person.ts'
import { waitUntilSettled } from '../support/pages.ts'

// A file of the application that cannot be had, after a deployment or on a line that is cut: the page stays, and the next act asks again.

const one = setUpPerson('coupure', { isNewEachTime: true })
let api: ApiClient
let page: Page

beforeEach(() => void ({ api, page } = one))

async function arrive(path: string) {
  await page.goto(path)
  await waitUntilSettled(page)
}

/**
 * Makes a file unavailable.
 * @returns a function that restores it
 */
async function withhold(name: string): Promise<() => Promise<void>> {
  one.opened.watch.expect(new RegExp(`${name}|Failed to load resource`))
  const files = `**/assets/${name}-*.js`
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

/** Returns the message of the browser's own dialog that `act` opens. */
async function told(act: () => Promise<unknown>): Promise<string> {
  const said = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept()
    return dialog.message()
  })
  return (await Promise.all([said, act()]))[0]
}

const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
const title = (name: string) => page.getByRole('heading', { level: 1, name })
const retry = /\u00a0: vérifiez votre connexion, puis réessayez\. Si cela recommence, rechargez la page\.$/

test('the palette: said, closed, and opened by the next act', async () => {
  await arrive('/projects')
  const giveBack = await withhold('Palette')
  const search = () => page.keyboard.press('Control+k')
  const sentence = await told(search)
  expect(sentence).toMatch(/^La recherche n’a pas pu être ouverte/)
  expect(sentence).toMatch(retry)
  await title('Gestion des projets').waitFor()
  await giveBack()
  await search()
  await page.getByRole('dialog', { name: 'Rechercher partout' }).waitFor()
})

test('what takes an act back: said, and there with the next click', async () => {
  const { id } = await api(routes.personalPrompts.create, { body: { name: 'Zonage', content: 'Expliquez.' } })
  await arrive('/mes-prompts')
  const giveBack = await withhold('UndoBar')
  const sentence = await told(() => page.getByRole('button', { name: 'Supprimer le prompt Zonage' }).click())
  expect(sentence).toMatch(/^Ce que vous venez de faire ne peut pas être annulé/)
  await title('Mes prompts').click()
  await giveBack()
  await title('Mes prompts').click()
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await page.getByRole('button', { name: 'Supprimer le prompt Zonage' }).waitFor()
  expect((await api(routes.personalPrompts.get, { params: { id } })).name).toBe('Zonage')
})

test('what says that the tokens come to their end, and what sends files: the chat stays, and takes the files the next time', async () => {
  await page.route('**/api/instance', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), token_limits: true } })
  })
  await withhold('UsageNotice')
  const giveBack = await withhold('ConversationFiles')
  await arrive(`/chatbot-assistant?assistant=${(await api(routes.assistants.list))[0]!.id}`)
  await page.waitForURL(/conversation=/)
  const choose = () => page.locator('input[type="file"]').setInputFiles({ name: 'devis.txt', mimeType: 'text/plain', buffer: Buffer.from('Le devis.') })
  const field = page.getByLabel('Votre message', { exact: true })
  await field.fill('Que dit le devis ?')
  await choose()
  await page.getByText(/^Vos fichiers n’ont pas pu être joints\u00a0: vérifiez votre connexion/).waitFor()
  expect(await field.inputValue()).toBe('Que dit le devis ?')
  await giveBack()
  await choose()
  const file = page.getByRole('region', { name: 'Fichiers de la conversation' }).getByRole('button', { name: 'devis.txt', exact: true })
  await file.waitFor()

  const giveReader = await withhold('ReadingPanel')
  await file.click()
  const document = page.getByRole('complementary', { name: 'Document cité' })
  await document.getByText(/^Le document n’a pas pu être ouvert\u00a0: vérifiez votre connexion/).waitFor()
  expect(await field.inputValue()).toBe('Que dit le devis ?')
  await giveReader()
  await field.click()
  await document.getByText('Le devis.', { exact: true }).waitFor()
})

test('what shows two versions of one text: what was typed stays, and both are shown at the next attempt', async () => {
  one.opened.watch.expect(/409/)
  const { id } = await api(routes.personalPrompts.create, { body: { name: 'Zonage', content: 'Expliquez.' } })
  await arrive('/mes-prompts')
  await page.getByRole('button', { name: /^Modifier.*Zonage/ }).click()
  const content = page.getByRole('dialog').getByLabel(/^Texte|^Contenu/)
  await content.fill('Expliquez en trois phrases.')
  await api(routes.personalPrompts.update, { params: { id }, body: { content: 'Expliquez en une page.' } })
  const giveBack = await withhold('ConflictNotice')
  const save = () => page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  expect(await told(save)).toMatch(/^Une autre version a été enregistrée entre-temps/)
  expect(await content.inputValue()).toBe('Expliquez en trois phrases.')
  await giveBack()
  await save()
  await page.getByRole('region', { name: 'Deux versions à départager' }).waitFor()
})

test('a window of a page: said, closed, and opened by the next act; what stands under a page says so where it is', async () => {
  await arrive('/mes-assistants')
  const giveBack = await withhold('OwnAssistantForm')
  const create = () => page.getByRole('button', { name: 'Créer un assistant' }).click()
  expect(await told(create)).toMatch(/^La fenêtre n’a pas pu être ouverte/)
  await title('Mes assistants').waitFor()
  await giveBack()
  await create()
  await page.getByRole('dialog', { name: /assistant/ }).waitFor()

  await withhold('OwnUsage')
  await arrive('/profile')
  await page.getByText(/^Votre consommation n’a pas pu être affichée/).waitFor()
  await title('Mon Profil').waitFor()
})

test('a page: said in its place, under the same menu, and there for who comes back to it', async () => {
  await arrive('/projects')
  one.opened.watch.expect(/dynamically imported module/)
  const giveBack = await withhold('MySpacePage')
  await goTo('Mon espace')
  await page.getByText('Cet écran n’a pas pu s’afficher.').waitFor()
  await giveBack()
  await expect
    .poll(async () => {
      await goTo('Projets')
      await title('Gestion des projets').waitFor()
      await goTo('Mon espace')
      await title('Mon espace').or(title('Une erreur est survenue')).waitFor()
      return title('Mon espace').count()
    })
    .toBe(1)
})

test('where one signs in again: said over the page, and opened by the next act', async () => {
  one.opened.watch.expect(/401 \(Unauthorized\)/)
  await arrive('/projects')
  const giveBack = await withhold('SignInAgain')
  const forged = `e30.${Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 600 })).toString('base64url')}.x`
  await page.evaluate(`localStorage.setItem('accessToken', ${JSON.stringify(forged)}), localStorage.setItem('refreshToken', 'abc')`)
  await goTo('Mon espace')
  const alert = page.getByRole('alert').filter({ hasText: 'Votre session a expiré, et la fenêtre où la reprendre n’a pas pu être ouverte' })
  await alert.getByRole('button', { name: 'Recharger la page' }).waitFor()
  await title('Mon espace').waitFor()
  await giveBack()
  await goTo('Avatars')
  await page.getByRole('alertdialog', { name: 'Reprendre votre session' }).waitFor()
  expect(await alert.count()).toBe(0)
})

test('in a conversation, its menu, its title, a question to put otherwise and the prompts: each is said, and there at the next attempt', async () => {
  const assistant_id = (await api(routes.assistants.list))[0]!.id
  const { id } = await api(routes.conversations.findOrCreate, { body: { assistant_id } })
  await api(routes.conversations.addMessage, { params: { id }, body: { role: 'user', content: 'Quel est le délai de recours ?' } })
  await api(routes.conversations.addMessage, { params: { id }, body: { role: 'assistant', content: 'Deux mois.' } })
  await arrive(`/chatbot-assistant?assistant=${assistant_id}&conversation=${id}`)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Runs `act` without the file, then with it. */
  const attempt = async (file: string, sentence: RegExp, act: () => Promise<unknown>, again = act) => {
    const giveBack = await withhold(file)
    const said = await told(act)
    expect(said).toMatch(sentence)
    expect(said).toMatch(retry)
    await giveBack()
    await again()
  }

  await attempt('menus', /^Le menu n’a pas pu être ouvert/, () => press('Actions sur la conversation'))
  const rename = () => page.getByRole('menuitem', { name: 'Renommer' }).click()
  await attempt('TitleField', /^Le titre n’a pas pu être ouvert/, rename, async () => {
    await press('Actions sur la conversation')
    await rename()
  })
  await page.getByRole('textbox', { name: 'Titre de la conversation' }).press('Escape')

  await attempt('EditQuestion', /^Votre message n’a pas pu être ouvert/, () => press('Modifier votre question'))
  await page.getByRole('textbox', { name: 'Modifier votre message' }).press('Escape')

  const field = page.getByLabel('Votre message', { exact: true })
  await field.click()
  await attempt(
    'PromptPicker',
    /^Les prompts n’ont pas pu être chargés/,
    () => page.keyboard.type('/'),
    () => press('Insérer un prompt'),
  )
  await page.getByRole('listbox', { name: 'Prompts' }).waitFor()
})

test('a list of choices: said, and opened by the next act', async () => {
  await arrive('/biblio-rag')
  const giveBack = await withhold('lists')
  const open = () => page.getByRole('button', { name: /Catégorie de documents/ }).click()
  const sentence = await told(open)
  expect(sentence).toMatch(/^La liste n’a pas pu être ouverte/)
  expect(sentence).toMatch(retry)
  await giveBack()
  await open()
  await page.getByRole('option').first().waitFor()
})

test('the drawing of home, and why one would use it: home stays without them', async () => {
  await withhold('Reasons')
  await arrive('/')
  await page.getByRole('heading', { level: 2, name: 'Vos outils' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Pourquoi choisir Parvis\u00a0?' }).count()).toBe(0)
})
