import type { Page } from 'playwright-core'
import { routes } from '@parvis/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, createAccount, temporaryPassword, uniqueSuffix } from '../support/api.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { waitForDrawing, forged, pressAsSessionEnds, setTokens, signIn, signInByForm, storedTokens, type Credentials } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'

// How a session ends: on purpose, under a page, in another tab, by an administrator.

const site = setUpSite(borrowServer)
let person: Credentials
const opened = setUpPagePerTest(site)
let page: Page

beforeAll(async () => void (person = await createAccount(site.server.admin, 'noe', { first_name: 'Noé' })))

beforeEach(() => void ({ page } = opened()))

const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('who signs out is not led back to the page they left, nor is whoever comes next', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  const comeBack = async () => {
    await at('/login')
    // Without a new load: what the page was told stays with it.
    await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
    await page.getByLabel(/^Mot de passe/).fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Bonjour/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  }
  const entry = (name: string) => page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name, exact: true })
  await signInByForm(page, person)
  await entry('Avatars').click()
  await page.getByRole('heading', { level: 1, name: 'Avatars' }).waitFor()
  await button('Se déconnecter').click()
  await comeBack()
  await pressAsSessionEnds(entry('Mon espace'))
  await page.getByRole('alertdialog', { name: 'Reprendre votre session' }).getByRole('button', { name: 'Changer de compte' }).click()
  await comeBack()
})

test('AUT-13 whoever is disabled at work is told at once that the session is over, and why when signing in', async () => {
  // 403 to the call that learns it; 401 to one that leaves just after, when the page has no token any more.
  opened().watch.expect(/403 \(Forbidden\)|401 \(Unauthorized\)/)
  const account = await createAccount(site.server.admin, `partie${uniqueSuffix()}`)
  await signInByForm(page, account)
  const { users } = await site.server.admin(routes.users.list, { query: { per_page: 100 } })
  const { id } = users.find(({ username }) => username === account.username)!
  await site.server.admin(routes.users.update, { params: { id }, body: { is_active: false } })
  // What the page follows ends with the account: it may have been told before it asks for anything, and nothing is then within reach.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Projets', exact: true })
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  const dialog = page.getByRole('alertdialog', { name: 'Reprendre votre session' })
  await dialog.getByLabel(/^Mot de passe/).fill(account.password)
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await dialog.getByText('Ce compte est désactivé. Contactez votre administrateur.').waitFor()
  expect(await storedTokens(page)).toEqual([null, null])
})

test('until it is known who is there, home and the sidebar invite nobody to sign in', async () => {
  await signIn(page, person)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/auth/me', (route) => held.then(() => route.fallback()))
  await page.goto('/')
  await page.getByText('Vérification de votre session…').waitFor()
  expect(await page.getByRole('link', { name: 'Se connecter' }).count()).toBe(0)
  letGo()
  await page.getByRole('heading', { name: /^Bonjour/ }).waitFor()
})

test('who signs in in another tab finds nothing of the one before, and nothing is done in their name', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  await signIn(page, person)
  await page.goto('/projects')
  await button('Nouveau projet').first().click()
  await page.getByLabel(/^Nom/).fill('Le projet de Noé')
  await pressAsSessionEnds(page.getByRole('dialog').getByRole('button', { name: /^Créer/ }))
  await page.getByRole('alertdialog', { name: 'Reprendre votre session' }).waitFor()
  const zoe = await createAccount(site.server.admin, `zoe${uniqueSuffix()}`)
  const other = await opened().context.newPage()
  await signInByForm(other, zoe)
  await page.getByRole('navigation').getByText(zoe.username, { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByText('Aucun projet disponible').waitFor()
  const asZoe = await apiAs(site.server.url, zoe)
  expect(await asZoe(routes.projects.list)).toEqual([])
})

test('the answer to somebody who has gone is not shown to whoever comes next', async () => {
  await signIn(page, person)
  await page.goto('/profile')
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/profile', (route) => (route.request().method() === 'PUT' ? held.then(() => route.continue()) : route.continue()))
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByLabel('Prénom').fill(`Noé ${uniqueSuffix()}`)
  await page.getByLabel('Prénom').press('Enter')
  await sent
  const zoe = await createAccount(site.server.admin, `zoe${uniqueSuffix()}`, { first_name: 'Zoé' })
  await leaveElsewhere()
  await page.getByLabel(/^Nom d’utilisateur/).fill(zoe.username)
  await page.getByLabel(/^Mot de passe/).fill(zoe.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')
  const firstName = () => page.getByLabel('Prénom').inputValue()
  await expect.poll(firstName).toBe('Zoé')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  letGo()
  await (await answered).finished()
  await waitForDrawing(page)
  const entry = (name: string) => page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name, exact: true })
  await entry('Avatars').click()
  await page.getByRole('heading', { level: 1, name: 'Avatars' }).waitFor()
  await page.goBack()
  await page.getByLabel('Prénom').waitFor()
  expect(await firstName()).toBe('Zoé')
})

/** Signs out as another tab would, without waiting for the other tabs. */
async function leaveElsewhere() {
  await page.evaluate(`localStorage.clear(), new BroadcastChannel('parvis.session').postMessage('signed-out')`)
  await at('/login')
}

/**
 * Creates a prompt and deletes it on the page, where the deletion can be undone for eight seconds.
 * @returns a function that counts this prompt on the server
 */
async function deleteOne(name: string) {
  const api = await apiAs(site.server.url, person)
  await api(routes.personalPrompts.create, { body: { name, content: 'Expliquez.' } })
  await page.goto('/mes-prompts')
  await button(`Supprimer le prompt ${name}`).click()
  await undone().getByText(name).waitFor()
  return async () => (await api(routes.personalPrompts.page, { query: { search: name } })).data.length
}
const undone = () => page.getByRole('region', { name: 'Ce que vous venez de faire' })

test('who signs out in another tab has deleted what they deleted', async () => {
  await signIn(page, person)
  const count = await deleteOne(`Zonage ${uniqueSuffix()}`)
  const other = await opened().context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Se déconnecter', exact: true }).click()
  await other.waitForURL((url) => url.pathname === '/login')
  expect(await count()).toBe(0)
  await at('/login')
  expect(await undone().count()).toBe(0)
})

test('what was deleted and could not be finished is neither told to whoever comes next nor done in their name', async () => {
  await page.clock.install()
  await signIn(page, person)
  const name = `Élagage ${uniqueSuffix()}`
  await deleteOne(name)
  const zoe = await createAccount(site.server.admin, `zoe${uniqueSuffix()}`)
  await leaveElsewhere()
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && asked.push(request.url()))
  await page.getByLabel(/^Nom d’utilisateur/).fill(zoe.username)
  await page.getByLabel(/^Mot de passe/).fill(zoe.password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').getByText(zoe.username, { exact: true }).waitFor()
  expect(await page.getByText(name).count()).toBe(0)
  await page.clock.fastForward(10_000)
  await waitForDrawing(page)
  expect([asked, await undone().count()]).toEqual([[], 0])
})

test('AUT-11 signing out ends the session on the server, even when the access has run out', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  await signIn(page, person)
  await page.goto('/')
  const [access, refresh] = await storedTokens(page)
  await setTokens(page, forged(-60, access), refresh!)
  const renew = async () => (await fetch(`${site.server.url}/api/auth/refresh`, { method: 'POST', headers: { Authorization: `Bearer ${refresh}` } })).status
  expect(await renew()).toBe(200)
  await button('Se déconnecter').click()
  await at('/login')
  await expect.poll(renew).toBe(401)
})

test('a session that ends while the first password is being chosen is taken up on the page, and the password is changed', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  const username = `nouvelle.${uniqueSuffix()}`
  await site.server.admin(routes.users.create, { body: { username, email: `${username}@ville.example`, password: temporaryPassword } })
  await signIn(page, { username, password: temporaryPassword })
  await page.goto('/projects')
  await page.getByLabel(/^Mot de passe actuel/).fill(temporaryPassword)
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await page.getByLabel(label).fill('Falaise-Ocre-5512')
  await pressAsSessionEnds(button('Changer le mot de passe'))
  const dialog = page.getByRole('alertdialog', { name: 'Reprendre votre session' })
  await dialog.getByLabel(/^Mot de passe/).fill(temporaryPassword)
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gestion des projets' }).waitFor()
  const asThem = await apiAs(site.server.url, { username, password: 'Falaise-Ocre-5512' })
  expect(await asThem(routes.projects.list)).toEqual([])
})
