import type { Page } from 'playwright-core'
import { constants, routes } from '@parvis/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, uniqueSuffix } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import {
  watchLifetime,
  forged,
  pressAsSessionEnds,
  setTokens,
  waitUntilSettled,
  signIn,
  signInByForm,
  storedTokens,
  type Credentials,
} from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'

// Coming in, going out, and what happens when a session ends while somebody is at work.

const site = setUpSite(borrowServer)
let person: Credentials
const opened = setUpPagePerTest(site)
let page: Page

beforeAll(async () => void (person = await createAccount(site.server.admin, 'noe')))

beforeEach(() => void ({ page } = opened()))

const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('where sign-up is closed, its page says so and asks for nothing', async () => {
  await page.route('**/api/instance', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), registration: 'fermee' } })
  })
  await page.goto('/register')
  await page.getByText('Les inscriptions sont fermées. Contactez votre administrateur.').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await expectAccessible(page, 'sign-up closed')
})

test('a protected page leads to sign-in, and back once signed in', async () => {
  await page.goto('/assistants?depuis=ici')
  await at('/login')
  await expect.poll(() => page.title()).toBe('Connexion – Parvis')
  await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
  await page.getByLabel(/^Mot de passe/).fill(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname + url.search === '/assistants?depuis=ici')
  await page.goto('/login')
  await at('/')
  await page.goto('/register')
  await page.waitForURL((url) => url.pathname === '/chatbot')
})

test('says what is missing, then that the identifiers are wrong, and keeps what was typed', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  await page.goto('/login')
  await button('Se connecter').click()
  await page.getByText('Saisissez votre mot de passe.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('username')
  await expectAccessible(page, 'sign-in, empty')
  expect(await page.getByRole('link', { name: /^Mot de passe oublié/ }).getAttribute('href')).toBe('/forgot-password')
  await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
  await page.getByLabel(/^Mot de passe/).fill('faux')
  await button('Se connecter').click()
  await page.getByRole('alert').getByText('Identifiants invalides').waitFor()
  expect(await page.getByLabel(/^Nom d’utilisateur/).inputValue()).toBe(person.username)
  await expectAccessible(page, 'sign-in, refused')
})

test('signs up, with the sentences of the specification', async () => {
  const username = `nouvelle.${uniqueSuffix()}`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  // The address changes before the page does, and both pages have a field of that name.
  await page.getByRole('heading', { name: 'Inscription' }).waitFor()
  await page.getByLabel(/^Nom d’utilisateur/).fill(username)
  await page.getByLabel(/^Adresse e-mail/).fill(`${username}@ville.example`)
  await page.getByLabel(/^Mot de passe/).fill('abcde')
  await page.getByLabel(/^Confirmer/).fill('abcdef')
  await button('S’inscrire').click()
  await page.getByText('Les mots de passe ne correspondent pas').waitFor()
  await page.getByLabel(/^Confirmer/).fill('abcde')
  await button('S’inscrire').click()
  await page.getByText('Le mot de passe doit contenir au moins 6 caractères').waitFor()
  await expectAccessible(page, 'sign-up, refused')
  for (const label of [/^Mot de passe/, /^Confirmer/]) await page.getByLabel(label).fill('abcdef')
  await button('S’inscrire').click()
  await at('/login')
  await page.getByText('Inscription réussie! Veuillez vous connecter.').waitFor()
  await signInByForm(page, { username, password: 'abcdef' })
  await page.getByText('seuil recommandé par la CNIL').waitFor()
})

/** Requests a link on the forgotten-password page, and returns the one in the mail. */
async function linkFor(username: string): Promise<string> {
  const email = `${username}@ville.example`
  await page.goto('/forgot-password')
  await page.getByLabel(/^Adresse e-mail/).fill(email)
  await button('Envoyer le lien').click()
  await page.getByText('Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.').waitFor()
  const links = async () =>
    (await site.server.outbox()).flatMap((mail) => (mail.to.includes(email) ? mail.links.filter((link) => link.includes('/reset-password/')) : []))
  await expect.poll(links).toHaveLength(1)
  return (await links())[0]!
}

test('a forgotten password comes back by mail, and sign-in opens after 3 s', async () => {
  opened().watch.expect(/400 \(Bad Request\)/)
  const { username } = await createAccount(site.server.admin, `distraite${uniqueSuffix()}`)
  const link = await linkFor(username)
  const reset = async () => {
    await page.goto(link)
    const lifetime = await watchLifetime(page, `document.querySelector('main')?.textContent.includes('a été réinitialisé avec succès')`)
    await page.getByLabel(/^Nouveau mot de passe/).fill('Bruyère-74-Cascade')
    await page.getByLabel(/^Confirmer/).fill('Bruyère-74-Cascade')
    await button('Réinitialiser le mot de passe').click()
    return lifetime
  }
  const lifetime = await reset()
  await page.getByText('Votre mot de passe a été réinitialisé avec succès').waitFor()
  await at('/login')
  expect(await lifetime()).toBeGreaterThanOrEqual(constants.passwordResetRedirectMs - 100)
  await reset()
  await page.getByRole('alert').waitFor()
  await signInByForm(page, { username, password: 'Bruyère-74-Cascade' })
})

test('a link opened by somebody signed in leads to sign-in all the same', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  const other = await createAccount(site.server.admin, `presse${uniqueSuffix()}`)
  await signIn(page, other)
  await page.goto(await linkFor(other.username))
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await page.getByLabel(label).fill('Bruyère-74-Cascade')
  await button('Réinitialiser le mot de passe').click()
  await page.getByText('Votre mot de passe a été réinitialisé avec succès').waitFor()
  expect(await storedTokens(page)).toEqual([null, null])
  await at('/login')
  await button('Se connecter').waitFor()
})

test('without an answer the forms say the sentence of the specification, and why', async () => {
  opened().watch.expect(/ERR_CONNECTION_REFUSED/)
  await page.route('**/api/auth/*', (route) => route.abort('connectionrefused'))
  const expectAlert = async (sentence: string) => {
    for (const words of [sentence, 'Aucune réponse du serveur. Vérifiez votre connexion internet.'])
      await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
  }
  await page.goto('/login')
  await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
  await page.getByLabel(/^Mot de passe/).fill(person.password)
  await button('Se connecter').click()
  await expectAlert('Erreur de connexion')
  await page.goto('/register')
  await page.getByLabel(/^Nom d’utilisateur/).fill('absente')
  await page.getByLabel(/^Adresse e-mail/).fill('absente@ville.example')
  for (const label of [/^Mot de passe/, /^Confirmer/]) await page.getByLabel(label).fill('Bruyère-74-Cascade')
  await button('S’inscrire').click()
  await expectAlert("Erreur lors de l'inscription")
  await page.goto('/forgot-password')
  await page.getByLabel(/^Adresse e-mail/).fill('absente@ville.example')
  await button('Envoyer le lien').click()
  await expectAlert('Une erreur est survenue')
  await page.goto('/reset-password/jeton')
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await page.getByLabel(label).fill('Bruyère-74-Cascade')
  await button('Réinitialiser le mot de passe').click()
  await expectAlert('Erreur lors de la réinitialisation du mot de passe')
})

test('the guard explains a token that is worth nothing, and signs out', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  await page.goto('/login')
  for (const [access, refresh] of [
    ['abc', 'abc'],
    [forged(-60), 'abc'],
    [forged(600), 'abc'],
  ] as const) {
    await setTokens(page, access, refresh)
    await page.goto('/assistants')
    await page.getByText('Votre session a expiré ou est invalide. Veuillez vous reconnecter.').waitFor()
    expect(await storedTokens(page)).toEqual([null, null])
  }
  await expectAccessible(page, 'session ended')
  await button('Se reconnecter').click()
  await at('/login')
})

test('an expired access token is renewed once, without a word, in two tabs at once (AUT-12)', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  await signIn(page, person)
  await page.goto('/')
  // At rest: a call of this page that met the expired token would renew it too, and not be there for the answer.
  await waitUntilSettled(page)
  const [access, refresh] = await storedTokens(page)
  await setTokens(page, forged(-60, access), refresh!)
  const refreshes: string[] = []
  opened().context.on('request', (request) => request.url().endsWith('/auth/refresh') && refreshes.push(request.url()))
  const other = await opened().context.newPage()
  await Promise.all([page.goto('/assistants'), other.goto('/assistants')])
  for (const tab of [page, other]) await tab.getByText(/\d+\sassistants/).waitFor()
  expect(refreshes).toHaveLength(1)
  expect((await storedTokens(page))[1]).not.toBe(refresh)
})

test('a session that ends under a page is opened again over it; the message is sent all the same', async () => {
  opened().watch.expect(/401 \(Unauthorized\)/)
  await signIn(page, person)
  const [assistant] = await site.server.admin(routes.assistants.list, { query: {} })
  await page.goto(`/chatbot-assistant?assistant=${assistant!.id}`)
  await page.locator('form textarea[aria-disabled="false"]').waitFor()
  await page.getByLabel('Votre message', { exact: true }).fill('Rien ne se perd')
  await pressAsSessionEnds(button('Envoyer'))
  const dialog = page.getByRole('alertdialog', { name: 'Reprendre votre session' })
  await dialog.waitFor()
  await expectAccessible(page, 'sign-in dialog')
  await dialog.getByLabel(/^Mot de passe/).fill(person.password)
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('article').nth(2).waitFor()
  await page.locator('form textarea[aria-disabled="false"]').waitFor()
  expect(await page.getByRole('article').nth(1).innerText()).toContain('Rien ne se perd')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('signing out in a tab empties the other', async () => {
  await signIn(page, person)
  await page.goto('/assistants')
  const other = await opened().context.newPage()
  await other.goto('/assistants')
  await other.getByText(/\d+\sassistants/).waitFor()
  await button('Se déconnecter').click()
  await at('/login')
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login')
})

test('ACC-16 pages of administrators lead the others to the chatbot', async () => {
  await signIn(page, person)
  await page.goto('/users')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chatbot')
})
