import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { apiAs, type ApiClient } from '../e2e/support/api.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { signIn } from '../e2e/support/pages.ts'
import { startServer } from '../e2e/support/servers/server.ts'
import type { BenchReport } from './report.ts'

const messageCount = 500
const characters = 400_000
const tables = 10
const openings = 5
const keys = 60
const scrollSteps = 120

const aims = { opening: 400, key: 50, frames: 50 }

/** Makes a question and an ordinary answer; some have a table. Their total size is `characters`. */
function exchange(nth: number): [string, string] {
  const question = `Question ${nth} : `.padEnd(150, 'que dit le règlement de la commune sur ce point, et depuis quand ? ')
  const table = `| Poste | Échéance | Montant |\n|---|---|---:|\n${Array.from({ length: 8 }, (_, at) => `| Poste ${nth}.${at} | ${at + 1} octobre | ${at * 1_250} € |`).join('\n')}\n\n`
  const hasTable = nth % (messageCount / 2 / tables) === 0
  const head = `## Réponse ${nth}\n\n${hasTable ? table : ''}1. **Première étape** : saisir le service compétent.\n2. *Deuxième étape* : consigner la réponse.\n\n`
  const rest = (characters * 2) / messageCount - question.length - head.length
  return [question, head + 'Le conseil municipal délibère à la majorité ; le service vérifie que les pièces sont lisibles. '.repeat(30).slice(0, rest)]
}

/** Measures the page of a conversation of 500 messages: time to display it after its data, time to display a key, and scrolling. */
export async function benchLongConversation(): Promise<BenchReport> {
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const person = { username: 'admin', password: server.adminPassword }
    const path = await writeConversation(await apiAs(server.url, person))
    const rows: Record<string, unknown>[] = []
    for (const [screen, viewport] of [
      ['1280 × 800', { width: 1280, height: 800 }],
      ['390 × 844', { width: 390, height: 844 }],
    ] as const) {
      const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR', viewport })
      const page = await context.newPage()
      await signIn(page, person)
      const opened: number[] = []
      for (let count = 0; count < openings; count += 1) opened.push(await open(page, path))
      const typed = await type(page)
      const last = await scroll(page)
      const earlier = await showAll(page)
      const all = await scroll(page)
      rows.push({
        écran: screen,
        ouverture_ms: median(opened).toFixed(0),
        touche_p50_ms: quantile(typed, 0.5).toFixed(0),
        touche_p95_ms: quantile(typed, 0.95).toFixed(0),
        'images/s': last.toFixed(0),
        trente_de_plus_ms: `${median(earlier).toFixed(0)} (${Math.max(...earlier).toFixed(0)})`,
        'images/s, 500 dessinés': all.toFixed(0),
      })
      await context.close()
    }
    return {
      name: 'conversation',
      title: `Une conversation de ${messageCount} messages, ${characters.toLocaleString('fr-FR')} caractères, ${tables} tableaux`,
      rows,
      note: `Chromium sans carte graphique. Ouverture : de la fin de la réponse du serveur à l’image où les derniers messages sont dessinés, médiane de ${openings} ; touche : de la frappe à l’image qui suit, ${keys} touches ; défilement : ${scrollSteps} crans de molette ; « trente de plus » : une pression sur « Afficher les messages précédents », médiane et plus longue. Buts : ${aims.opening} ms, ${aims.key} ms, ${aims.frames} images par seconde.`,
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

/** @returns the path of the conversation */
async function writeConversation(api: ApiClient): Promise<string> {
  const [assistant] = await api(routes.assistants.list, { query: {} })
  const { id } = await api(routes.conversations.findOrCreate, { body: { assistant_id: assistant!.id } })
  for (let nth = 1; nth <= messageCount / 2; nth += 1) {
    const [question, answer] = exchange(nth)
    await api(routes.conversations.addMessage, { params: { id }, body: { role: 'user', content: question } })
    await api(routes.conversations.addMessage, { params: { id }, body: { role: 'assistant', content: answer } })
  }
  return `/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`
}

/** Milliseconds from the last byte of the conversation to the frame that shows its end. */
async function open(page: Page, path: string): Promise<number> {
  await page.goto('/aide')
  await page.addInitScript(watchOpening)
  await page.goto(path)
  await page.evaluate(until('window.__drawnAt !== undefined'))
  return page.evaluate<number>(`(() => {
    const call = performance.getEntriesByType('resource').findLast(({ name }) => /\\/api\\/conversations\\/[0-9a-f-]{36}$/.test(name))
    return window.__drawnAt - call.responseEnd
  })()`)
}

/** Script that waits for the frame in which `condition` is true. */
const until = (condition: string) => `new Promise((resolve) => { const look = () => ((${condition}) ? resolve(true) : requestAnimationFrame(look)); look() })`

const watchOpening = `(() => {
  const look = () => {
    const articles = document.querySelectorAll('[role="log"] article')
    if (articles.length >= 20 && articles[articles.length - 1].innerText.length > 200) requestAnimationFrame(() => { window.__drawnAt = performance.now() })
    else requestAnimationFrame(look)
  }
  if (location.pathname === '/chatbot-assistant') look()
})()`

/** Milliseconds from each key to the next frame. */
async function type(page: Page): Promise<number[]> {
  const field = page.getByLabel('Votre message', { exact: true })
  await field.click()
  await page.evaluate(`(() => {
    window.__typed = []
    document.querySelector('form textarea').addEventListener('keydown', () => {
      const at = performance.now()
      requestAnimationFrame(() => setTimeout(() => window.__typed.push(performance.now() - at), 0))
    })
  })()`)
  for (let count = 0; count < keys; count += 1) await page.keyboard.press(count % 6 === 5 ? 'Space' : 'a', { delay: 30 })
  await page.evaluate(until(`window.__typed.length === ${keys}`))
  return page.evaluate<number[]>('window.__typed')
}

/** Frames per second while the wheel scrolls the conversation up. */
async function scroll(page: Page): Promise<number> {
  const list = page.getByRole('region', { name: 'Messages de la conversation' })
  await list.evaluate((element) => void ((element as { scrollTop: number }).scrollTop = 1e9))
  const box = (await list.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.evaluate(`(() => {
    window.__frames = []
    const count = (at) => { window.__frames.push(at); window.__counting = requestAnimationFrame(count) }
    window.__counting = requestAnimationFrame(count)
  })()`)
  for (let step = 0; step < scrollSteps; step += 1) await page.mouse.wheel(0, -120)
  const frames = await page.evaluate<number[]>('cancelAnimationFrame(window.__counting), window.__frames')
  return ((frames.length - 1) * 1_000) / (frames.at(-1)! - frames[0]!)
}

/**
 * Displays all earlier messages.
 * @returns milliseconds from each click to the frame that shows the messages
 */
async function showAll(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(async () => {
    const spent = []
    for (;;) {
      const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText.startsWith('Afficher les messages précédents'))
      if (!button) return spent
      const before = document.querySelectorAll('[role="log"] article').length
      const at = performance.now()
      button.click()
      do await new Promise(requestAnimationFrame)
      while (document.querySelectorAll('[role="log"] article').length === before)
      spent.push(performance.now() - at)
    }
  })()`)
}

const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}
const median = (values: readonly number[]): number => quantile(values, 0.5)
