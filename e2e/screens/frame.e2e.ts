import { constants } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '../support/api.ts'
import { waitUntilSettled, type Credentials } from '../support/pages.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// What surrounds every page (specification, chapter 2, global layout): first loader, sidebar, drawer, top of the page, transition.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let person: Credentials

beforeAll(async () => {
  const { admin } = site.server
  person = await createAccount(admin, 'odile', { first_name: 'Odile', last_name: 'Garnier' })
})

const path = (page: Page) => new URL(page.url()).pathname

test('the first loader stays until 600 ms after the page began, then goes', async () => {
  const { page, context } = await visit(null)
  // Notes when the sentence is drawn and when it leaves, by the clock of the page.
  await context.addInitScript(`
    globalThis.loader = { seen: null, gone: null };
    new MutationObserver(() => {
      const isThere = document.querySelector('.app-loader')?.textContent.includes("Chargement de l'application...") ?? false;
      if (isThere && loader.seen === null) loader.seen = performance.now();
      if (!isThere && loader.seen !== null) loader.gone ??= performance.now();
      if (isThere) loader.gone = null;
    }).observe(document, { childList: true, subtree: true });
  `)
  await page.goto('/')
  await waitUntilSettled(page)
  const { seen, gone } = await page.evaluate<{ seen: number; gone: number }>('loader')
  expect(seen).toBeLessThan(gone)
  expect(gone).toBeGreaterThanOrEqual(constants.initialLoaderMs - 1)
  expect(constants.initialLoaderMs).toBe(600)
})

test('the sidebar says who is there; each path begins at its top, and comes in within 300 ms', async () => {
  const { page } = await visit(person, { viewport: { width: 1280, height: 500 } })
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' })
  await navigation.getByText('Odile Garnier', { exact: true }).waitFor()
  await navigation.getByText('odile@ville.example', { exact: true }).waitFor()
  await navigation.getByText('O', { exact: true }).waitFor()

  await navigation.getByRole('link', { name: 'Assistants' }).click()
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
  // Again until the cards are there: before, the page may be shorter.
  await expect.poll(() => page.evaluate('(scrollTo(0, 400), scrollY)')).toBe(400)
  await navigation.getByRole('link', { name: 'Mon espace' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mon espace' }).waitFor()
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const entrance = await page.evaluate<string>('getComputedStyle(document.querySelector("main > div")).animationDuration')
  expect(entrance).toBe(`${constants.pageTransitionMs / 1_000}s`)
  expect(constants.pageTransitionMs).toBe(300)
})

test('on a small screen the navigation is a drawer: a button opens it, an entry, the overlay and Escape close it', async () => {
  const { page } = await visit(person, { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  const open = async () => {
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await drawer.getByRole('link', { name: 'Projets' }).waitFor()
  }
  expect(await page.getByRole('navigation', { name: 'Navigation principale' }).count()).toBe(0)
  await open()
  await drawer.getByText('Odile Garnier').waitFor()
  await drawer.getByRole('link', { name: 'Projets' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gestion des projets' }).waitFor()
  expect(path(page)).toBe('/projects')
  await drawer.waitFor({ state: 'detached' })
  await open()
  // Beside the drawer there is nothing but the overlay.
  await page.mouse.click(385, 420)
  await drawer.waitFor({ state: 'detached' })
  await open()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(path(page)).toBe('/projects')
  await open()
  await drawer.getByRole('link', { name: 'Projets' }).click()
  await drawer.waitFor({ state: 'detached' })
  await open()
  await drawer.getByRole('link', { name: 'Avatars' }).click()
  await page.getByRole('heading', { level: 1, name: 'Avatars' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Gestion des projets' }).waitFor()
  await waitUntilSettled(page)
  expect(await drawer.count()).toBe(0)
})

test('a visitor finds the way in from the sidebar, unfolded or reduced to its icons', async () => {
  const { page } = await visit(null)
  const wayIn = page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link', { name: 'Se connecter' })
  await page.goto('/')
  await wayIn.waitFor()
  expect(await page.getByRole('button', { name: 'Se déconnecter' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Réduire le menu' }).click()
  await page.getByRole('button', { name: 'Déplier le menu' }).waitFor()
  await wayIn.click()
  await page.waitForURL((url) => url.pathname === '/login')
})
