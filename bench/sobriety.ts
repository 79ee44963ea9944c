import { routes } from '@parvis/contract'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { accessToken } from '../e2e/support/access-token.ts'
import { apiAs } from '../e2e/support/api.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { settled } from '../e2e/support/pages.ts'
import { startServer } from '../e2e/support/server.ts'
import type { AppServer } from '../e2e/support/server.ts'
import type { BenchReport } from './report.ts'
import { cpuSeconds, residentKb } from './stream/processes.ts'

const idleSeconds = 60
const longConversation = 200
/** A poor mobile line, and a machine a quarter as fast (trust case ECO-07). */
const slowLine = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const slowdown = 4

/** What the application costs at rest, in a long conversation, and on a slow line (trust cases ECO-02, 03, 06, 07, 09). */
export async function benchSobriety(): Promise<BenchReport> {
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const account = { username: 'admin', password: server.adminPassword }
    const api = await apiAs(server.url, account)
    const [assistant] = await api(routes.assistants.list)
    const { id } = await api(routes.conversations.findOrCreate, { body: { assistant_id: assistant!.id } })
    for (let at = 0; at < longConversation; at += 1) {
      const body = at % 2 === 0 ? ({ role: 'user', content: 'Et pour la cantine ?' } as const) : ({ role: 'assistant', content: answer } as const)
      await api(routes.conversations.addMessage, { params: { id }, body })
    }
    const token = await accessToken(server.url, account)
    const chat = `/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`
    const rows = [
      ...(await laterPages(browser, server.url, token)),
      ...(await longOne(browser, server.url, token, chat)),
      ...(await slow(browser, server.url)),
      ...(await atRest(browser, server, token)),
    ]
    return { name: 'sobriety', title: 'Sobriété', rows, note: 'Chromium sur la machine de mesure ; les durées dépendent de sa charge, les nombres non.' }
  } finally {
    await browser.close()
    await server.close()
  }
}

const answer =
  '## Objet\n\nLe conseil municipal **approuve** le règlement de la cantine.\n\n1. Lire la délibération.\n2. La transmettre.\n\nElle prend effet à la rentrée.'

type Row = { mesure: string; valeur: string }
const row = (mesure: string, valeur: string | number): Row => ({ mesure, valeur: String(valeur) })

async function open(browser: Browser, origin: string, token?: string): Promise<{ page: Page; network: CDPSession; received(): number; requests(): number }> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  if (token !== undefined) await context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let received = 0
  let requests = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => void (received += encodedDataLength))
  network.on('Network.requestWillBeSent', () => void (requests += 1))
  return { page, network, received: () => received, requests: () => requests }
}

/** From home, by the navigation: what each further page adds. */
async function laterPages(browser: Browser, origin: string, token: string): Promise<Row[]> {
  const { page, received, requests } = await open(browser, origin, token)
  await page.goto('/')
  await settled(page)
  await page.waitForLoadState('networkidle')
  const rows: Row[] = []
  for (const name of ['Assistants', 'Mon espace', 'Document', 'Projets']) {
    const before = { received: received(), requests: requests() }
    await page.getByRole('link', { name, exact: true }).first().click()
    await settled(page)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_000)
    rows.push(row(`Page suivante, ${name}`, `${((received() - before.received) / 1_000).toFixed(1)} ko, ${requests() - before.requests} requêtes`))
  }
  await page.context().close()
  return rows
}

async function longOne(browser: Browser, origin: string, token: string, path: string): Promise<Row[]> {
  const { page } = await open(browser, origin, token)
  await page.goto(path)
  await page
    .getByRole('article')
    .nth(longConversation - 1)
    .waitFor()
  await settled(page)
  const elements = await page.evaluate<number>('document.querySelectorAll("*").length - document.querySelectorAll("svg *").length')
  const frames = await page.evaluate<number>(scrollFor)
  await page.context().close()
  return [row(`Éléments, conversation de ${longConversation} messages`, elements), row('Images par seconde en la parcourant', frames.toFixed(0))]
}

const scrollFor = `new Promise((resolve) => {
  const frame = document.querySelector('[role="region"][aria-label="Messages de la conversation"]')
  frame.scrollTop = 0
  const began = performance.now()
  let frames = 0
  const step = () => {
    frames += 1
    frame.scrollTop += 60
    const past = performance.now() - began
    if (past < 3000) requestAnimationFrame(step)
    else resolve((frames * 1000) / past)
  }
  requestAnimationFrame(step)
})`

async function slow(browser: Browser, origin: string): Promise<Row[]> {
  const { page, network } = await open(browser, origin)
  await network.send('Network.emulateNetworkConditions', slowLine)
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const began = performance.now()
  await page.goto('/login', { waitUntil: 'commit' })
  const field = page.getByLabel(/^Nom d’utilisateur/)
  await field.waitFor({ timeout: 60_000 })
  const usable = (performance.now() - began) / 1_000
  await page.evaluate(`(() => {
    globalThis.delays = []
    addEventListener('keydown', (event) => requestAnimationFrame(() => setTimeout(() => globalThis.delays.push(performance.now() - event.timeStamp))), true)
  })()`)
  await field.pressSequentially('camille.brehat', { delay: 120 })
  await page.waitForTimeout(500)
  const worst = await page.evaluate<number>('Math.max(...globalThis.delays)')
  await page.context().close()
  return [row('Connexion, 400 kb/s, 400 ms, processeur ÷ 4 : utilisable', `${usable.toFixed(1)} s`), row('Frappe la plus lente', `${worst.toFixed(0)} ms`)]
}

async function atRest(browser: Browser, server: AppServer, token: string): Promise<Row[]> {
  const { page, requests } = await open(browser, server.url, token)
  await page.goto('/')
  await settled(page)
  await page.waitForLoadState('networkidle')
  const before = { requests: requests(), cpu: cpuSeconds([server.pid]) }
  await page.waitForTimeout(idleSeconds * 1_000)
  const cpu = ((cpuSeconds([server.pid]) - before.cpu) / idleSeconds) * 100
  const rows = [
    row(`Requêtes d’une page en ${idleSeconds} s de repos`, requests() - before.requests),
    row('Serveur au repos, processeur', `${cpu.toFixed(2)} %`),
    row('Serveur au repos, mémoire', `${Math.round(residentKb([server.pid]) / 1_024)} Mio`),
  ]
  await page.context().close()
  return rows
}
