import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, createConversation, createAccount, type ApiClient } from '../support/api.ts'
import { expectAccessible } from '../support/looks/axe.ts'
import type { PageOptions } from '../support/browser.ts'
import { waitUntilSettled, type Credentials } from '../support/pages.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { borrowServer } from '../support/servers/shared-server.ts'
import { isFullProof, oppositeAppearances } from '../support/whole.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// What an answer looks like where it is read: its headings and figures, and on paper.

const site = setUpSite(borrowServer)
const visit = pageVisits(site)
let person: Credentials
let api: ApiClient

beforeAll(async () => {
  const { admin } = site.server
  person = await createAccount(admin, 'lectrice')
  api = await apiAs(site.server.url, person)
})

const rows = Array.from({ length: 60 }, (_, at) => `| Ligne ${at + 1} | 1 000,00 € |`).join('\n')
const answer = `# Le budget

Une phrase **en gras** sur l’année 2020.

## Les recettes

Elles viennent de [la dotation](https://www.collectivites-locales.gouv.fr/dotation).

### La taxe

| Poste | Montant |
|---|---:|
| A | 111 111,11 € |
| B | 000 000,00 € |
${rows}
`

async function aConversation(turns: number): Promise<string> {
  const [assistant] = await api(routes.assistants.list, { query: {} })
  const texts = Array.from({ length: turns }, (_, at) => [`Question ${at + 1}`, at + 1 === turns ? answer : `Réponse ${at + 1}`])
  const id = await createConversation(api, { assistant_id: assistant!.id }, ...texts.flat())
  return `/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`
}

async function openConversation(turns: number, options?: PageOptions) {
  const opened = await visit(person, options)
  await opened.page.goto(await aConversation(turns))
  await opened.page.getByRole('heading', { name: 'Le budget' }).waitFor()
  await waitUntilSettled(opened.page)
  return opened
}

const style = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle([...document.querySelectorAll('main article')].at(-1).querySelector('${selector}')).${property}`)

test.each(oppositeAppearances)('headings go down in size and never in ink, with more space above ($viewport.width px)', async (options) => {
  const { page } = await openConversation(1, options)
  const ink = await style(page, 'strong', 'color')
  for (const [rank, size, above] of [
    [1, 22, 24],
    [2, 18, 20],
    [3, 16, 16],
  ]) {
    const heading = `[data-rank="${rank}"]`
    expect(await style(page, heading, 'fontSize')).toBe(`${size}px`)
    expect(await style(page, heading, 'color')).toBe(ink)
    if (rank !== 1) expect(await style(page, heading, 'marginTop')).toBe(`${above}px`)
  }
  await expectAccessible(page, `headings of an answer, ${options.theme}`)
  await screenshot(page, 'answer-headings')
})

test('zeros have no slash, and the figures of a table stand one under the other', async () => {
  const { page } = await openConversation(1)
  // The middle of a large zero is empty; that of an eight is not.
  const middle = (figure: string, weight: number) =>
    page.evaluate<number>(`(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 200 })
      const pen = canvas.getContext('2d')
      pen.font = '${weight} 160px "Atkinson Hyperlegible Next"'
      const box = pen.measureText('${figure}')
      pen.fillText('${figure}', 20, 160)
      const x = 20 + (box.actualBoundingBoxRight - box.actualBoundingBoxLeft) / 2, y = 160 - box.actualBoundingBoxAscent / 2
      return pen.getImageData(Math.round(x) - 3, Math.round(y) - 3, 7, 7).data.filter((value, at) => at % 4 === 3 && value > 128).length
    })()`)
  await page.evaluate(
    `Promise.all([document.fonts.load('400 160px "Atkinson Hyperlegible Next"'), document.fonts.load('700 160px "Atkinson Hyperlegible Next"')]).then(() => true)`,
  )
  for (const weight of [400, 700]) {
    expect(await middle('0', weight)).toBe(0)
    expect(await middle('8', weight)).toBeGreaterThan(0)
  }
  const widths = await page.evaluate<
    number[]
  >(`[...document.querySelectorAll('main td')].filter((cell) => /^(111\\s111|000\\s000)/.test(cell.textContent)).map((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return Math.round(range.getBoundingClientRect().width * 10)
  })`)
  expect(widths).toHaveLength(2)
  expect(widths[0]).toBe(widths[1])
})

// Paper is light, whatever the page: the dark one has the more to change.
const themes = ['dark', 'light'] as const

test.each(isFullProof ? themes : themes.slice(0, 1))(
  'a printed chat is all of the conversation, without menu nor field, its links in full (%s)',
  async (theme) => {
    const { page } = await openConversation(25, { theme })
    // A long conversation begins at its last messages; the paper has them all.
    expect(await page.locator('main article').count()).toBeLessThan(50)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    expect(await page.locator('main article').count()).toBe(50)
    for (const name of ['Accueil', 'Assistants']) expect(await page.getByRole('link', { name, exact: true }).isVisible()).toBe(false)
    expect(await page.getByRole('textbox').isVisible()).toBe(false)
    for (const button of await page.getByRole('button').all()) expect(await button.isVisible(), await button.innerText()).toBe(false)
    const link = `getComputedStyle(document.querySelector('main a[href^="https://www.collectivites"]'), '::after').content`
    expect(await page.evaluate(link)).toContain('https://www.collectivites-locales.gouv.fr/dotation')
    expect(await style(page, 'tr', 'breakInside')).toBe('avoid')
    expect(await style(page, 'thead', 'display')).toBe('table-header-group')
    expect(await page.evaluate(`getComputedStyle(document.documentElement).colorScheme`)).toBe('light')
    const scrolling = `[...document.querySelectorAll('main, main *')].filter((element) => element.scrollHeight > element.clientHeight + 2 && /auto|scroll|hidden/.test(getComputedStyle(element).overflowY) && element.clientHeight > 20).length`
    expect(await page.evaluate(scrolling)).toBe(0)
    await screenshot(page, 'print-chat')
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    expect(await page.locator('main article').count()).toBeLessThan(50)
    await page.emulateMedia({ media: null })

    const pdf = await page.pdf({ format: 'A4', path: `artifacts/screens/print-chat-${theme}.pdf` })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length).toBeGreaterThan(2)
  },
)
