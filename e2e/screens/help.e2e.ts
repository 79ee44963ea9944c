import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/looks/axe.ts'
import { setUpPagePerTest } from '../support/test-page.ts'
import { waitUntilSettled, signIn } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { appearances, isFullProof } from '../support/whole.ts'
import { setUpSite } from '../support/site.ts'

const site = setUpSite(borrowServer)
const opened = setUpPagePerTest(site)
let page: Page

beforeEach(() => void ({ page } = opened()))

const titles = [
  'Introduction',
  'Premiers pas',
  'Les assistants',
  'Les projets',
  'Les documents',
  'Administration',
  'Sécurité et confidentialité',
  'Conseils',
  'Questions fréquentes',
]
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')
const section = (title: string) => page.getByRole('heading', { level: 2, name: title }).getByRole('button')
const openSections = async () => await page.locator('h2 button[aria-expanded="true"]').allTextContents()

describe('the help centre', () => {
  test('is open to everybody, one section at a time, the introduction first', async () => {
    await page.goto('/docs')
    await waitUntilSettled(page)
    expect(await page.title()).toBe('Aide – Parvis')
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(titles)
    expect(await openSections()).toEqual(['Introduction'])
    for (const title of titles.slice(1)) {
      await section(title).click()
      expect(await openSections()).toEqual([title])
      await waitUntilSettled(page)
      await expectAccessible(page, `/docs, ${title}`)
    }
    await section('Questions fréquentes').click()
    expect(await openSections()).toEqual([])
  })

  test('goes to a section by the quick navigation, and by its address', async () => {
    await page.goto('/docs')
    await waitUntilSettled(page)
    const quick = page.getByRole('navigation', { name: 'Navigation rapide' })
    expect(await quick.getByRole('link').allTextContents()).toEqual(titles)
    await quick.getByRole('link', { name: 'Questions fréquentes' }).click()
    await page.waitForURL(/\/docs#faq$/)
    await expect.poll(openSections).toEqual(['Questions fréquentes'])
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Questions fréquentes')
    await expect.poll(async () => (await section('Questions fréquentes').boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
    await section('Les projets').click()
    await page.waitForURL(/\/docs#projets$/)
    await page.reload()
    await expect.poll(openSections).toEqual(['Les projets'])
  })

  test('tells which model answers here, and what an account needs', async () => {
    await page.goto('/docs#securite')
    const security = page.locator('#securite')
    await security.getByText('Cette installation répond avec le modèle de démonstration intégré').waitFor()
    await security.getByText('Rien de ce que vous écrivez ne quitte le serveur').waitFor()
    await page.goto('/docs#premiers-pas')
    await page.locator('#premiers-pas').getByText('inscrivez-vous depuis la page de connexion').waitFor()
    await page.getByRole('link', { name: 'Se connecter' }).waitFor()
    await signIn(page, await site.server.administrator())
    await page.goto('/docs')
    await page.getByRole('link', { name: 'Retour à l’application' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('the legal pages', () => {
  test('are reached from the foot of the page', async () => {
    await page.goto('/')
    for (const [link, title] of [
      ['Accessibilité : non conforme', 'Déclaration d’accessibilité'],
      ['Confidentialité', 'Confidentialité'],
      ['Mentions légales', 'Mentions légales'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await page.title()).toBe(`${title} – Parvis`)
      await waitUntilSettled(page)
      await expectAccessible(page, title)
      await page.goto('/')
    }
  })

  test('A11-24 the declaration says « non conforme », why, and where to complain', async () => {
    await page.goto('/accessibilite')
    await waitUntilSettled(page)
    const text = plain(await page.getByRole('main').textContent())
    for (const words of ['non conforme', 'RGAA', 'faute d’audit', 'Défenseur des droits', '71120', 'article 47']) expect(text).toContain(words)
    expect(text).not.toMatch(/partiellement conforme|totalement conforme/)
  })

  test('PRV-02 the privacy page lists all that the browser keeps, and there is no cookie', async () => {
    await signIn(page, await site.server.administrator())
    await page.goto('/')
    await page
      .getByRole('button', { name: /sombre/i })
      .or(page.getByRole('radio', { name: /sombre/i }))
      .first()
      .click()
    await page.goto('/confidentialite')
    await page.getByText('Cette installation répond avec le modèle de démonstration').waitFor()
    const listed = await page.getByRole('rowheader').allTextContents()
    const own = ['appareil', 'theme', 'sidebar', 'recentes', 'brouillon.*', 'depart', 'adieu', 'annonce.*'].map((name) => `parvis.${name}`)
    expect(listed).toEqual(['accessToken', 'refreshToken', ...own])
    const kept = await page.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]')
    expect(kept).toEqual(expect.arrayContaining(['accessToken', 'refreshToken']))
    expect(kept.filter((key) => !listed.some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name)))).toEqual([])
    expect(await opened().context.cookies()).toEqual([])
    const text = plain(await page.getByRole('main').textContent())
    for (const words of ['aucun cookie', 'CNIL', 'Délégué à la protection des données', 'mission d’intérêt public', 'modèle de démonstration'])
      expect(text).toContain(words)
  })
})

test.runIf(isFullProof).each(appearances)('all stand in $theme at $width px', async ({ theme, width }) => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 844 })
  for (const path of ['docs', 'accessibilite', 'confidentialite', 'mentions-legales']) {
    await page.goto(`/${path}`)
    await waitUntilSettled(page)
    await expectAccessible(page, `/${path} ${theme} ${width}`)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await screenshot(page, path)
  }
})
