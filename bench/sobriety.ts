import { routes } from '@parvis/contract'
import type { Browser } from 'playwright-core'
import { accessToken, apiAs, waitUntilIndexed } from '../e2e/support/api.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { openMeasuredPage } from '../e2e/support/looks/page-cost.ts'
import { waitUntilSettled } from '../e2e/support/pages.ts'
import { startServer, type AppServer } from '../e2e/support/servers/server.ts'
import { hostileSizes } from '../seed/hostile-sizes.ts'
import { longAnswer } from './long-answer.ts'
import type { BenchReport } from './report.ts'
import { cpuSeconds, residentKb } from './stream/processes.ts'

const idleSeconds = 60
/** A slow mobile connection, and the slowdown of the processor: a quarter of the speed (trust case ECO-07). */
const slowLine = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const slowdown = 4
/** A phone on an ordinary connection, as simulated by Lighthouse (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md). */
const phone = { size: { width: 412, height: 823 }, line: { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 } }
const phoneScreens: [name: string, path: string][] = [
  ['accueil', '/'],
  ['catalogue', '/assistants'],
  ['Mon espace', '/my-space'],
  ['base documentaire', '/bibliotheque'],
  ['chatbot', '/chatbot'],
  ['bibliothèque', '/biblio-rag'],
  ['comptes', '/users'],
  ['profil', '/profile'],
]
/** Hostile texts that cost the page most, and their size in characters (trust case INJ-10). */
const hostile = { size: 100_000, names: ['a long table', 'loose lists', 'paragraphs', 'calls and notes', 'blocks of code', 'an endless definition'] }

type MeasureRow = { mesure: string; valeur: string }
const row = (mesure: string, valeur: string): MeasureRow => ({ mesure, valeur })

/** Measures the time and memory used by the application; e2e/screens/sobriety.e2e.ts tests the causes. */
export async function benchSobriety(): Promise<BenchReport> {
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const account = { username: 'admin', password: server.adminPassword }
    const api = await apiAs(server.url, account)
    await waitUntilIndexed(api)
    const token = await accessToken(server.url, account)
    const write = async (contents: string[]) => {
      const [assistant] = await api(routes.assistants.list)
      const { id } = await api(routes.conversations.findOrCreate, { body: { assistant_id: assistant!.id } })
      for (const [index, content] of contents.entries())
        await api(routes.conversations.addMessage, { params: { id }, body: { role: index % 2 === 0 ? 'user' : 'assistant', content } })
      return `/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`
    }
    const long = await write(Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? `Question ${index} ?` : longAnswer(200))))
    const rows = [await scrolled(browser, server.url, token, long)]
    for (const name of hostile.names) {
      const address = await write(['Montre.', hostileSizes[name]!(hostile.size - 1_000)])
      rows.push(row(`Plus longue tâche de la page, 100 ko hostiles : ${name}`, await longestTask(browser, server.url, token, address)))
    }
    for (const [name, path] of phoneScreens) rows.push(row(`Téléphone, processeur ÷ 4 : ${name}`, await measureBlocking(browser, server.url, token, path)))
    rows.push(...(await measureSlowLine(browser, server.url)), ...(await atRest(server)))
    return { name: 'sobriety', title: 'Sobriété', rows, note: 'Chromium sur la machine de mesure ; les durées dépendent de sa charge.' }
  } finally {
    await browser.close()
    await server.close()
  }
}

async function scrolled(browser: Browser, origin: string, token: string, path: string): Promise<MeasureRow> {
  const { page, visit, close } = await openMeasuredPage(browser, origin, token)
  await visit(path)
  const frames = await page.evaluate<number>(`new Promise((resolve) => {
    const frame = document.querySelector('[role="region"][aria-label="Messages de la conversation"]')
    const began = performance.now()
    let frames = 0
    const step = () => {
      frames += 1
      frame.scrollTop -= 60
      const past = performance.now() - began
      if (past < 3000) requestAnimationFrame(step)
      else resolve((frames * 1000) / past)
    }
    requestAnimationFrame(step)
  })`)
  await close()
  return row('Images par seconde, conversation de 200 messages que l’on remonte', frames.toFixed(0))
}

async function longestTask(browser: Browser, origin: string, token: string, path: string): Promise<string> {
  const { page, close } = await openMeasuredPage(browser, origin, token)
  await page.addInitScript(`(() => {
    globalThis.longest = 0
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (globalThis.longest = Math.max(globalThis.longest, duration)))).observe({ type: 'longtask', buffered: true })
  })()`)
  await page.goto(path)
  await page.getByRole('article').nth(1).waitFor({ timeout: 60_000 })
  await waitUntilSettled(page)
  const longest = await page.evaluate<number>('globalThis.longest')
  await close()
  return `${longest.toFixed(0)} ms`
}

/** Measures the total blocking time (https://web.dev/articles/tbt) and the layout shift (https://web.dev/articles/cls) of a first visit. */
async function measureBlocking(browser: Browser, origin: string, token: string, path: string): Promise<string> {
  const { page, network, close } = await openMeasuredPage(browser, origin, token)
  await page.setViewportSize(phone.size)
  await network.send('Network.emulateNetworkConditions', phone.line)
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(`(() => {
    globalThis.tasks = []
    globalThis.shifts = 0
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shifts += value))).observe({ type: 'layout-shift', buffered: true })
  })()`)
  await page.goto(path)
  await waitUntilSettled(page)
  await page.waitForTimeout(2_000)
  const [blocked, shifts] = await page.evaluate<[number, number]>(`(() => {
    const [drawn] = performance.getEntriesByName('first-contentful-paint')
    const late = globalThis.tasks.filter(({ startTime }) => startTime >= drawn.startTime)
    return [late.reduce((sum, { duration }) => sum + duration - 50, 0), globalThis.shifts]
  })()`)
  await close()
  return `${blocked.toFixed(0)} ms de blocage, décalage ${shifts.toFixed(3)}`
}

async function measureSlowLine(browser: Browser, origin: string): Promise<MeasureRow[]> {
  const { page, network, close } = await openMeasuredPage(browser, origin)
  await network.send('Network.emulateNetworkConditions', slowLine)
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const startedAt = performance.now()
  await page.goto('/login', { waitUntil: 'commit', timeout: 60_000 })
  const field = page.getByLabel(/^Nom d’utilisateur/)
  await field.waitFor({ timeout: 60_000 })
  const usable = (performance.now() - startedAt) / 1_000
  await page.evaluate(`(() => {
    globalThis.delays = []
    addEventListener('keydown', (event) => requestAnimationFrame(() => setTimeout(() => globalThis.delays.push(performance.now() - event.timeStamp))), true)
  })()`)
  await field.pressSequentially('camille.brehat', { delay: 120 })
  await page.waitForTimeout(500)
  const worst = await page.evaluate<number>('Math.max(...globalThis.delays)')
  await close()
  return [row('Connexion, 400 kb/s, 400 ms, processeur ÷ 4 : utilisable', `${usable.toFixed(1)} s`), row('Sa frappe la plus lente', `${worst.toFixed(0)} ms`)]
}

/** Measures the server at rest, restarted on existing data, with nothing left to read. */
async function atRest(server: AppServer): Promise<MeasureRow[]> {
  await server.restart()
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  const before = cpuSeconds([server.pid])
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000))
  const cpu = ((cpuSeconds([server.pid]) - before) / idleSeconds) * 100
  return [
    row('Serveur au repos, processeur', `${cpu.toFixed(2)} %`),
    row('Serveur au repos, mémoire', `${Math.round((residentKb([server.pid]) * 1_024) / 1e6)} Mo`),
  ]
}
