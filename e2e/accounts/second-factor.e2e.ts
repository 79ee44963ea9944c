import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createAccount } from '../support/api.ts'
import { focusedName } from '../support/keyboard-navigation.ts'
import { checkScreen } from '../support/looks/check-screen.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { codeFor } from '../support/one-time-codes.ts'
import { pressAsSessionEnds, setTokens, signInByForm, type Credentials } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'

// A code beside the password: set up in the profile, asked for at sign-in, done without by a recovery code, taken away.

const site = setUpSite(borrowServer)
let page: Page
let person: Credentials
let count = 0

beforeEach(async () => void (person = await createAccount(site.server.admin, `codes.${(count += 1)}`)))
const opened = setUpPagePerTest(site, undefined, { expected: [/status of (?:400|401)/] })
beforeEach(() => void ({ page } = opened()))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)

test('AUT-20 set up in the profile, then asked for; a recovery code serves without the telephone; taken away', async () => {
  await page.goto('/login')
  await signInByForm(page, person)
  await at('/')
  await page.goto('/profile#securite')
  await button('Activer la double authentification').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Votre mot de passe/).fill(person.password)
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await dialog.getByRole('img', { name: /Image à photographier/ }).waitFor()
  const key = await dialog.locator('dd').innerText()
  await checkScreen(page, 'second-factor-key')
  await dialog.getByLabel(/^Code affiché/).fill('000000')
  await dialog.getByRole('button', { name: 'Activer' }).click()
  await dialog.getByText('Ce code n’est pas le bon, ou a déjà servi.').waitFor()
  await dialog.getByLabel(/^Code affiché/).fill(codeFor(key, -1))
  await dialog.getByRole('button', { name: 'Activer' }).click()
  await dialog.getByText('Vos codes de secours').waitFor()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await checkScreen(page, 'recovery-codes')
  await expectCodesKept(codes)
  await button('Je les ai gardés').click()
  await page.getByText(/Active depuis le/).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Double authentification')
  await checkScreen(page, 'second-factor-on')

  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await at('/login')
  await page.getByLabel(/^Nom d’utilisateur/).fill(person.username)
  await page.getByLabel(/^Mot de passe/).fill(person.password)
  await button('Se connecter').click()
  const field = page.getByLabel(/^Code à six chiffres/)
  await field.waitFor()
  await checkScreen(page, 'second-factor-asked')
  await field.fill('123456')
  await page.keyboard.press('Enter')
  await page.getByText('Ce code n’est pas le bon, ou a déjà servi.').waitFor()
  await field.fill(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await at('/')

  await page.goto('/profile#securite')
  await button('Nouveaux codes de secours').click()
  await dialog.getByLabel(/^Votre mot de passe/).fill(person.password)
  await dialog.getByLabel(/^Code à six chiffres/).fill(codes[1]!)
  await dialog.getByRole('button', { name: 'Les remplacer' }).click()
  await dialog.getByText('Vos codes de secours').waitFor()
  const renewed = await dialog.getByRole('listitem').allInnerTexts()
  expect(renewed).not.toEqual(codes)
  await expectCodesKept(renewed)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fermer', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await button('Désactiver').click()
  await dialog.getByLabel(/^Votre mot de passe/).fill(person.password)
  await dialog.getByLabel(/^Code à six chiffres/).fill(codeFor(key))
  await dialog.getByRole('button', { name: 'Désactiver' }).click()
  await button('Activer la double authentification').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Double authentification')
})

test('a session that ends over a page is taken up again with the code too', async () => {
  const { tokens } = await setUp()
  await page.goto('/login')
  await setTokens(page, tokens.access_token, tokens.refresh_token)
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await pressAsSessionEnds(page.getByRole('link', { name: 'Assistants', exact: true }).first())
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(/^Mot de passe/).fill(person.password)
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await dialog.getByLabel(/^Code à six chiffres/).fill(tokens.recovery)
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.title()).toContain('Parvis')
})

/** Checks that neither Escape nor the cross closes the dialog of the codes, shown only once, before the person confirms. */
async function expectCodesKept(codes: string[]) {
  const question = page.getByRole('alertdialog', { name: 'Fermer sans avoir gardé vos codes\u00a0?' })
  for (const leave of [() => page.keyboard.press('Escape'), () => button('Fermer').click()]) {
    await leave()
    await question.getByText('Ils ne seront plus montrés').waitFor()
    await question.getByRole('button', { name: 'Revenir aux codes' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').getByRole('listitem').allInnerTexts()).toEqual(codes)
  }
}

/** Sets up the second factor through the API. */
async function setUp() {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${site.server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, never>
  }
  const tokens = await post('/auth/login', { username: person.username, password: person.password })
  const { secret } = await post('/auth/totp', { password: person.password }, tokens['access_token'])
  const code = codeFor(secret!, -1)
  const { recovery_codes } = await post('/auth/totp/confirm', { code }, tokens['access_token'])
  return { tokens: { ...tokens, recovery: recovery_codes![0] } as unknown as { access_token: string; refresh_token: string; recovery: string } }
}
