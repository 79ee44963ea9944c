import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { setUpSite } from '../support/site.ts'
import { isFullProof } from '../support/whole.ts'

const site = setUpSite(borrowServer)
const opened = setUpPagePerTest(site, () => site.server.administrator())
let page: Page

beforeEach(() => void ({ page } = opened()))

const persona = (name: string) => page.getByRole('list', { name: 'Avatars' }).getByRole('button', { name })
const isCatalogue = (url: URL) => url.pathname === '/api/assistants/catalogue'

test('three personas; a click chooses one and shows its assistants, another leaves it', async () => {
  await page.goto('/avatars')
  await persona('Camille').waitFor()
  expect(await page.getByRole('list', { name: 'Avatars' }).getByRole('button').count()).toBe(3)
  await page.getByText('Choisissez un avatar pour voir').waitFor()
  await expectAccessible(page, '/avatars')
  for (const name of ['Camille', 'Malik', 'Hélène']) {
    await persona(name).click()
    const section = page.getByRole('region', { name: `Les assistants de ${name}` })
    const links = section.getByRole('link')
    await links.first().waitFor()
    const count = await links.count()
    expect(count).toBeGreaterThanOrEqual(3)
    await section.getByText(`${count} assistants disponibles`).waitFor()
    expect(await persona(name).getAttribute('aria-pressed')).toBe('true')
  }
  expect(await persona('Camille').getAttribute('aria-pressed')).toBe('false')
  await waitUntilSettled(page)
  await expectAccessible(page, '/avatars, one chosen')
  await screenshot(page, 'avatars')
  await persona('Hélène').click()
  await page.getByText('Choisissez un avatar pour voir').waitFor()
})

test('an assistant opens its chat, its use is counted, and coming back finds the persona again', async () => {
  await page.goto('/avatars')
  await persona('Malik').click()
  const counted = page.waitForRequest((request) => request.url().endsWith('/increment-usage'))
  await page.getByRole('link', { name: 'Facilitation de réunion' }).click()
  await counted
  await page.waitForURL(/\/chatbot-assistant\?assistant=/)
  await page.goBack()
  await page.waitForURL(/\/avatars\?avatar=malik/)
  await page.getByRole('heading', { name: 'Les assistants de Malik' }).waitFor()
  expect(await persona('Malik').getAttribute('aria-pressed')).toBe('true')
})

test.runIf(isFullProof)('says that a persona has nobody, or that the assistants cannot be had', async () => {
  await page.route(isCatalogue, (route) => route.fulfill({ json: [] }))
  await page.goto('/avatars?avatar=camille')
  await page.getByText('Aucun assistant disponible pour cet avatar.').waitFor()
  await page.getByText('0 assistant disponible', { exact: true }).waitFor()
  await expectAccessible(page, '/avatars, empty')
  opened().watch.expect(/500/)
  await page.unroute(isCatalogue)
  await page.route(isCatalogue, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByRole('alert').getByText('Impossible de charger les assistants.').waitFor()
  await expectAccessible(page, '/avatars, failed')
  await page.unroute(isCatalogue)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('link', { name: 'Management d’équipe' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('stands on a narrow screen, light and dark', async () => {
  for (const [theme, width] of [
    ['light', 390],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/avatars?avatar=helene')
    await page.getByRole('link', { name: 'Analyse des offres' }).waitFor()
    await waitUntilSettled(page)
    await expectAccessible(page, `/avatars ${theme} ${width}`)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await screenshot(page, 'avatars')
  }
})
