import { routes, type SharedConversation } from '@parvis/contract'
import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createConversation, createAccount, uniqueSuffix, type ApiClient, waitUntilIndexed } from './support/api.ts'
import { pressFirst, waitForDrawing, waitUntilSettled, type Credentials } from './support/pages.ts'
import { expectAccessible } from './support/looks/axe.ts'
import { checkEveryAppearance } from './support/looks/check-screen.ts'
import { screenshot } from './support/looks/screenshots.ts'
import { borrowServer } from './support/servers/shared-server.ts'
import { setUpSite, pageVisits } from './support/site.ts'

// A conversation shared with a service up to an answer: who reads what of it, who goes on with it, and that it ends.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
const secret = 'Le devis de réfection de la toiture de la mairie est de 4 250 euros.'
const questions = ['Quel est le montant du devis de réfection de la toiture ?', 'Un agent contractuel peut-il travailler à temps partiel ?', 'Et le samedi ?']
let people: Record<'ana' | 'bob' | 'cecile', Credentials>

beforeAll(() => waitUntilIndexed(site.server.admin))

// Others for each test, and each of its tries: what was shared is not there for the next.
beforeEach(async () => {
  const { admin } = site.server
  const end = uniqueSuffix()
  people = {
    ana: await createAccount(admin, `ana.${end}`, { first_name: 'Ana', last_name: 'Kerhoas' }),
    bob: await createAccount(admin, `bob.${end}`, { first_name: 'Bob', last_name: 'Morvan' }),
    cecile: await createAccount(admin, `cecile.${end}`),
  }
})

async function ask(api: ApiClient, conversation_id: string, content: string) {
  const response = await fetch(`${api.origin}/api/chat/mistral/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conversation_id, messageHistory: [{ role: 'user', content }] }),
  })
  await response.text()
  if (!response.ok) throw new Error(`the question was refused: ${response.status}`)
}

/** Creates a conversation of Ana that uses one of her files, then the library. */
async function converse(api: ApiClient): Promise<string> {
  const [assistant] = await api(routes.assistants.list)
  const { id } = await api(routes.conversations.findOrCreate, { body: { assistant_id: assistant!.id } })
  const form = new FormData()
  form.append('document', new Blob([secret]), 'devis-confidentiel.txt')
  await fetch(`${api.origin}/api/conversations/${id}/files`, { method: 'POST', body: form, headers: { authorization: `Bearer ${api.token}` } })
  await waitUntilIndexed(site.server.admin)
  await ask(api, id, questions[0]!)
  await api(routes.conversations.update, { params: { id }, body: { library: 'Documentation RH', title: 'Devis et temps partiel' } })
  for (const question of questions.slice(1)) await ask(api, id, question)
  return id
}

const arrive = (person: Credentials, path: string) => visit(person, { expected: [/404/, /422/], path })

const long = 90

/** Repeats the same messages many times, so that the conversation is drawn in parts, up to its last message. */
async function makeLong(route: Route): Promise<void> {
  const response = await route.fetch()
  const share = (await response.json()) as SharedConversation
  const messages = Array.from({ length: long }, (_, at) => ({ ...share.messages[at % share.messages.length], place: at + 1 }))
  await route.fulfill({ response, json: { ...share, messages } })
}

/** Simulates a plain-http address, where browsers provide no clipboard API: copies with the old command, inside the dialog. */
async function copiesWithoutClipboard(page: Page, address: string): Promise<void> {
  await page.evaluate(`void Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`)
  const dialog = page.getByRole('dialog', { name: 'Partager la conversation' })
  await dialog.getByRole('button', { name: 'Copier l’adresse du partage' }).click()
  await dialog.getByRole('button', { name: 'Copié', exact: true }).waitFor()
  await page.evaluate('delete navigator.clipboard')
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(address)
}

async function shareWithVoirie(page: Page): Promise<string> {
  await page
    .getByRole('article')
    .filter({ hasText: 'Devis et temps partiel' })
    .getByRole('button', { name: /^Autres actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Partager' }).click()
  const dialog = page.getByRole('dialog', { name: 'Partager la conversation' })
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click()
  await dialog.getByText('Choisissez au moins un service ou une personne').waitFor()
  const name = dialog.getByRole('combobox', { name: 'Ajouter des personnes' })
  await name.fill('personne.ici')
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click()
  await dialog.getByText('Aucun compte actif ne s’appelle « personne.ici »').waitFor()
  await expectAccessible(page, 'share dialog, refused')
  await screenshot(page, 'share-dialog-refused', { fullPage: false })
  // By the keyboard alone: a name, that of oneself, and a row that goes away again.
  await name.fill(people.ana.username.toUpperCase())
  await page.keyboard.press('Enter')
  await dialog.getByText(/C’est vous/).waitFor()
  const { username } = people.cecile
  await name.fill(username)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: `Retirer ${username}` }).press('Enter')
  await dialog.getByRole('button', { name: `Retirer ${username}` }).waitFor({ state: 'detached' })
  await dialog.locator('input:focus').waitFor()
  await dialog.getByRole('button', { name: /Ajouter un service/ }).click()
  await page.getByRole('option', { name: 'Voirie' }).click()
  await dialog.getByRole('button', { name: /Jusqu’où/ }).click()
  await page.getByRole('option', { name: /réponse d’avant/ }).click()
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click()
  await dialog.getByText('Choisissez la dernière réponse à partager').waitFor()
  await dialog.getByRole('button', { name: /Dernière réponse partagée/ }).click()
  await page.getByRole('option', { name: /temps partiel/ }).click()
  await screenshot(page, 'share-dialog-filled', { fullPage: false })
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click()
  await dialog.getByText(/Partagée\. Chacun la trouve/).waitFor()
  const address = await dialog
    .getByText(/\/partages\//)
    .first()
    .innerText()
  await expectAccessible(page, 'share dialog, shared')
  await screenshot(page, 'share-dialog-shared', { fullPage: false })
  await copiesWithoutClipboard(page, address.trim())
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  return address.trim()
}

test('a service reads it up to that answer, without the file of its author, and goes on with it; a stranger and who comes too late read nothing', async () => {
  const { admin } = site.server
  // Of a former try.
  for (const { id, name } of await admin(routes.teams.list)) if (name === 'Voirie') await admin(routes.teams.remove, { params: { id } })
  const team = await admin(routes.teams.create, { body: { name: 'Voirie' } })
  for (const { username } of [people.ana, people.bob]) await admin(routes.teams.addMember, { params: { id: team.id }, body: { account: username } })
  await converse(await apiAs(site.server.url, people.ana))

  const ana = await arrive(people.ana, '/my-space')
  const bob = await arrive(people.bob, '/my-space')
  const address = await shareWithVoirie(ana.page)

  // Told where he is, without asking again.
  const navigation = bob.page.getByRole('navigation', { name: 'Navigation principale' })
  const counted = bob.page.getByRole('main').getByRole('link', { name: /^Partages \(1\s+nouveau\s*\)$/ })
  await counted.waitFor()
  await expectAccessible(bob.page, '/my-space, a new share')
  await screenshot(bob.page, 'shares-new', { fullPage: false })
  await navigation.getByRole('link', { name: /^Partages 1.nouveau$/ }).click()
  await bob.page.getByText('Par Ana Kerhoas').waitFor()
  await bob.page.getByText('Nouveau', { exact: true }).waitFor()
  await navigation.getByRole('link', { name: /nouveau/ }).waitFor({ state: 'detached' })
  await expectAccessible(bob.page, '/partages, received')
  await screenshot(bob.page, 'shares-received')
  await bob.page.getByRole('link', { name: 'Lire « Devis et temps partiel »'.replaceAll(/« | »/g, (mark) => mark.replace(' ', '\u00a0')) }).click()
  await bob.page.getByText(questions[1]!).waitFor()
  const main = bob.page.getByRole('main')
  expect(await main.getByText(questions[2]!).count()).toBe(0)
  await main.getByText('Document supprimé, ou qui ne vous est pas ouvert').first().waitFor()
  expect(await main.innerText()).not.toContain('devis-confidentiel')
  await expectAccessible(bob.page, 'share, read')
  await screenshot(bob.page, 'share-read', { fullPage: false })
  await pressFirst(main, /^Source \d/)
  await bob.page.getByRole('complementary', { name: 'Document cité' }).locator('mark').first().waitFor()
  await bob.page.keyboard.press('Escape')

  await main.getByRole('button', { name: 'Continuer pour moi' }).click()
  await bob.page.waitForURL(/conversation=/)
  await bob.page.getByRole('textbox', { name: 'Votre message' }).waitFor()
  const own = bob.page.url()
  await bob.page.getByText('Document supprimé, ou qui ne vous est pas ouvert').first().waitFor()

  const cecile = await arrive(people.cecile, address)
  await cecile.page.getByText('Cette conversation n’est pas, ou n’est plus, partagée avec vous.').waitFor()
  await expectAccessible(cecile.page, 'share, gone')
  await screenshot(cecile.page, 'share-gone', { fullPage: false })
  await cecile.close()

  await ana.page.goto('/partages')
  await ana.page.getByText('Avec le service Voirie').waitFor()
  await ana.page.getByText(/2\u00a0messages de plus depuis/).waitFor()
  await expectAccessible(ana.page, '/partages, given')
  await screenshot(ana.page, 'shares-given')
  await ana.page.getByRole('button', { name: 'Mettre à jour' }).click()
  await ana.page.getByRole('button', { name: 'Mettre à jour' }).waitFor({ state: 'detached' })
  await bob.page.route(/\/api\/shares\/[0-9a-f-]{36}$/, makeLong, { times: 1 })
  await bob.page.goto(address)
  await bob.page.getByText(questions[2]!).first().waitFor()
  await expect.poll(() => bob.page.locator('article').count()).toBe(long)
  await ana.page.getByRole('button', { name: /^Retirer le partage/ }).click()
  await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click()
  await ana.page.getByText('Aucune conversation partagée').waitFor()
  await ana.page.locator('h1:focus').waitFor()

  // Who had it open is told at the next thing they ask, and what they made of it is theirs.
  await bob.page.getByRole('button', { name: 'Continuer pour moi' }).click()
  await bob.page.getByText('Cette conversation n’est pas, ou n’est plus, partagée avec vous.').waitFor()
  await bob.page.goto(own)
  await bob.page.getByText(questions[1]!).waitFor()
  await bob.close()
  await ana.close()
  await admin(routes.teams.remove, { params: { id: team.id } })
})

test('whom it is shared with is looked for first: until the answer, nothing is closed that would be shared all the same', async () => {
  await createConversation(await apiAs(site.server.url, people.cecile), {}, 'Le plan de circulation du centre')
  const { page } = await arrive(people.cecile, '/my-space')
  await pressFirst(page, /^Autres actions/)
  await page.getByRole('menuitem', { name: 'Partager' }).click()
  const dialog = page.getByRole('dialog', { name: 'Partager la conversation' })
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/people?*', (route) => held.then(() => route.continue()))
  await dialog.getByRole('combobox', { name: 'Ajouter des personnes' }).fill(people.bob.username)
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click()
  await dialog.getByRole('button', { name: 'Partage…' }).waitFor()
  const closing = await dialog.getByRole('button', { name: 'Fermer', exact: true }).all()
  expect(await Promise.all(closing.map((button) => button.isDisabled()))).toEqual([true, true])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  answer()
  await dialog.getByText(/Partagée\. Chacun la trouve/).waitFor()
})

test('an answer that proposes changes to a document is read without their marks, and they are counted', async () => {
  const ana = await apiAs(site.server.url, people.ana)
  const id = await createConversation(ana, {}, 'Raccourcis l’article 2', 'Je raccourcis.\n\n@@ remplacer 2\nDeux mois.\n@@ fin\n\n@@ supprimer 4')
  const bob = (await ana(routes.people.suggest, { query: { search: people.bob.username } })).people[0]!
  const share = await ana(routes.shares.create, { params: { id }, body: { people: [bob.id] } })
  const { page } = await arrive(people.bob, `/partages/${share.id}`)
  await page.getByText('Cette réponse propose 2 modifications d’un document.').waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(/@@|Deux mois/)
  await checkEveryAppearance(page, 'share-proposals')
})

test('whoever goes to another page before their copy is made is not led away from it', async () => {
  const ana = await apiAs(site.server.url, people.ana)
  const id = await createConversation(ana, {}, 'Le plan du marché', 'Le voici.')
  const bob = (await ana(routes.people.suggest, { query: { search: people.bob.username } })).people[0]!
  const share = await ana(routes.shares.create, { params: { id }, body: { people: [bob.id] } })
  const { page } = await arrive(people.bob, `/partages/${share.id}`)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const copy = `**/api/shares/${share.id}/continue`
  await page.route(copy, (route) => held.then(() => route.continue()))
  // The code of the other page is slow too: this one stays in sight meanwhile.
  const { promise: late, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/ProjectsPage-*.js', (route) => late.then(() => route.continue()))
  await page.getByRole('button', { name: 'Continuer pour moi' }).click()
  await page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Projets', exact: true }).click()
  await page.waitForURL('**/projects')
  const answered = page.waitForResponse(copy)
  answer()
  await (await answered).finished()
  await waitForDrawing(page)
  come()
  await waitUntilSettled(page)
  expect(new URL(page.url()).pathname).toBe('/projects')
})
