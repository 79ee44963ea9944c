import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiAs, temporaryPassword, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import { openPage } from '../support/browser.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { signIn } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite } from '../support/site.ts'
import { isFullProof } from '../support/whole.ts'

// How an account begins: a password that somebody gave, an address to prove.

const site = setUpSite(() => startServer())
let admin: ApiClient
const opened = setUpPagePerTest(site)
let page: Page

beforeAll(async () => void (admin = await apiAs(site.server.url, site.server.root)))

beforeEach(() => void ({ page } = opened()))

const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a password that was given is changed before anything else, at whatever address', async () => {
  const username = `donnee.${uniqueSuffix()}`
  await admin(routes.users.create, { body: { username, email: `${username}@ville.example`, password: temporaryPassword, first_name: 'Dominique' } })
  await page.goto('/projects')
  await at('/login')
  await page.getByLabel(/^Nom d’utilisateur/).fill(username)
  await page.getByLabel(/^Mot de passe/).fill(temporaryPassword)
  await button('Se connecter').click()
  await page.getByRole('heading', { level: 1, name: 'Choisissez votre mot de passe' }).waitFor()
  await expectAccessible(page, 'the password to choose')
  await screenshot(page, 'required-password')
  for (const path of ['/', '/chatbot', '/profile', '/users']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Choisissez votre mot de passe' }).waitFor()
    expect(await page.getByRole('navigation', { name: /principale/i }).count()).toBe(0)
  }
  await page.goto('/projects')
  const field = (label: string) => page.getByLabel(label, { exact: false }).and(page.locator('input'))
  await button('Changer le mot de passe').click()
  await page.getByText('Indiquez votre mot de passe actuel').waitFor()
  const fill = async (chosen: string, again = chosen) => {
    await field('Mot de passe actuel').fill(temporaryPassword)
    await field('Nouveau mot de passe').first().fill(chosen)
    await field('Confirmer le nouveau mot de passe').fill(again)
    await button('Changer le mot de passe').click()
  }
  await fill('Falaise-Ocre-5512', 'Falaise-Ocre-5513')
  await page.getByText('Les nouveaux mots de passe ne correspondent pas').waitFor()
  opened().watch.expect(/422/)
  await fill(temporaryPassword)
  await page.getByText('Choisissez un mot de passe différent de celui qui vous a été donné.').waitFor()
  await fill('Falaise-Ocre-5512')
  await page.getByRole('heading', { level: 1, name: 'Gestion des projets' }).waitFor()
})

test('where domains are set, the address is proved by a mailed link before the account opens; a link that is over can be asked again', async () => {
  const strict = await startServer({ REGISTRATION_DOMAINS: 'ville.example' }, { onCopy: !isFullProof })
  const visit = await openPage(site.browser, strict.url)
  const { page: there } = visit
  const press = (name: string) => there.getByRole('button', { name, exact: true }).click()
  const weak = 'marron7'
  await there.goto('/register')
  await there.getByLabel(/^Nom d’utilisateur/).fill('prouvee')
  await there.getByLabel(/^Adresse e-mail/).fill('prouvee@ville.example')
  for (const label of [/^Mot de passe/, /^Confirmer/]) await there.getByLabel(label).fill(weak)
  await press('S’inscrire')
  await there.getByRole('heading', { level: 1, name: 'Vérifiez votre messagerie' }).and(there.locator(':focus')).waitFor()
  await there.getByText(/^Ce mot de passe/).waitFor()
  await expectAccessible(there, 'a registration to prove')
  await screenshot(there, 'register-sent')
  const links = async () => (await strict.outbox()).flatMap((mail) => mail.links).filter((link) => link.includes('/register/'))
  await expect.poll(links).toHaveLength(1)
  await press('Envoyer un autre lien')
  await there.getByText('Si une inscription attend à cette adresse, vous recevrez un autre lien.').waitFor()
  await expect.poll(links).toHaveLength(2)
  visit.watch.expect(/400|401/)
  const [first, second] = (await links()).map((link) => new URL(link).pathname)
  const open = async (path: string, chosen: string) => {
    await there.goto(path)
    await there.getByLabel(/^Mot de passe/).fill(chosen)
    await press('Ouvrir mon compte')
  }
  await open(first!, weak)
  await there.getByText('Ce lien d’inscription n’est plus valable. Demandez-en un nouveau.').waitFor()
  await there.getByRole('form', { name: 'Demander un autre lien' }).locator('input:focus').waitFor()
  await screenshot(there, 'register-over')
  await open(second!, 'pas-le-bon')
  await there.getByText('Ce mot de passe n’est pas celui que vous avez choisi à l’inscription.').waitFor()
  await open(second!, weak)
  await there.getByText('Inscription réussie! Veuillez vous connecter.').waitFor()
  await signIn(there, { username: 'prouvee', password: weak })
  await visit.close()
  await strict.close()
})

test('an administrator invites somebody, who chooses a password by the mailed link', async () => {
  const username = `invitee.${uniqueSuffix()}`
  await signIn(page, site.server.root)
  await page.goto('/users')
  await button('Nouvel utilisateur').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Nom d’utilisateur/).fill(username)
  await dialog.getByLabel(/^E-mail/).fill(`${username}@ville.example`)
  await dialog.getByText('Inviter par courriel').click()
  expect(await dialog.getByLabel(/^Mot de passe/).count()).toBe(0)
  await expectAccessible(page, '/users, an invitation')
  await screenshot(page, 'users-invite')
  await button('Créer le compte').click()
  await page.getByText(`Le compte « ${username} » a été créé. Son invitation reste sur le serveur\u00a0: aucun serveur de courriel n’est réglé.`).waitFor()
  await page.getByRole('row', { name: username }).getByText('Invité', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Autres actions pour ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Renvoyer l’invitation' }).click()
  await button('Renvoyer').click()
  await page.getByText(`L’invitation de « ${username} » reste sur le serveur\u00a0: aucun serveur de courriel n’est réglé.`).waitFor()
  const links = async () => (await site.server.outbox()).filter((mail) => mail.to.includes(`${username}@ville.example`)).flatMap((mail) => mail.links)
  await expect.poll(links).toHaveLength(2)
  const guest = await openPage(site.browser, site.server.url)
  await guest.page.goto(new URL((await links())[1]!).pathname)
  for (const label of [/^Nouveau mot de passe/, /^Confirmer/]) await guest.page.getByLabel(label).fill('Falaise-Ocre-5512')
  await guest.page.getByRole('button', { name: 'Réinitialiser le mot de passe' }).click()
  await guest.page.getByText('Votre mot de passe a été réinitialisé avec succès').waitFor()
  await signIn(guest.page, { username, password: 'Falaise-Ocre-5512' })
  await guest.close()
})
