import { routes } from '@parvis/contract'
import type { Browser, Page } from 'playwright-core'
import { apiAs } from '../e2e/support/api.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { compressedSize } from '../e2e/support/looks/page-cost.ts'
import { waitUntilSettled, signIn } from '../e2e/support/pages.ts'
import { startServer } from '../e2e/support/servers/server.ts'
import { ecoIndex } from '../e2e/support/looks/ecoindex.ts'
import type { BenchReport } from './report.ts'

/** Time without network activity after which a page is considered loaded, in milliseconds. */
const quietMs = 500

type Visit = { page: string; path: string; account?: { username: string; password: string } }

/**
 * Measures a first visit of a page without cache, in a real browser on the real server: JavaScript of all the files that it runs (gzip, kB of 1,000
 * bytes), network transfer with headers, number of requests, number of elements (without those inside drawings, as in EcoIndex), its EcoIndex, and the
 * transfer of a second visit.
 */
export async function benchWeb(): Promise<BenchReport> {
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const account = { username: 'admin', password: server.adminPassword }
    const [assistant] = await (await apiAs(server.url, account))(routes.assistants.list)
    const visits: Visit[] = [
      { page: 'Connexion', path: '/login' },
      { page: 'Accueil, visiteur', path: '/' },
      { page: 'Accueil', path: '/', account },
      { page: 'Assistants', path: '/assistants', account },
      { page: 'Aide', path: '/docs' },
      { page: 'Mon espace', path: '/my-space', account },
      { page: 'Document', path: '/document-rag', account },
      { page: 'Base documentaire', path: '/bibliotheque', account },
      { page: 'Gestion Assistants', path: '/assistants-admin', account },
      { page: 'Gestion utilisateurs', path: '/users', account },
      { page: 'Tableau de bord', path: '/tableau-de-bord', account },
      { page: 'Conversation avec un assistant', path: `/chatbot-assistant?assistant=${assistant!.id}`, account },
    ]
    const rows: Record<string, unknown>[] = []
    for (const visit of visits) rows.push(await measure(browser, server.url, visit))
    return {
      name: 'web',
      title: 'Poids des pages à la première visite',
      rows,
      note: 'Sans cache. `js_ko_gzip` : le code seul ; `recu_ko` : tout ce qui passe sur le réseau, en-têtes compris ; `seconde_visite_ko` : la même page, le cache rempli.',
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

async function measure(browser: Browser, origin: string, { page: name, path, account }: Visit): Promise<Record<string, unknown>> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  try {
    if (account !== undefined) await signInElsewhere(context.newPage(), account)
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.clearBrowserCache')
    let received = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => void (received += encodedDataLength))
    const scripts: Promise<number>[] = []
    let requests = 0
    let last = performance.now()
    // The stream of changes never ends, so it is not waited for.
    const quiet = async () => {
      while (performance.now() - last < quietMs) await page.waitForTimeout(50)
    }
    page.on('requestfinished', (request) => {
      requests += 1
      last = performance.now()
      if (request.resourceType() === 'script') scripts.push(compressedSize(request))
    })
    await page.goto(path)
    await waitUntilSettled(page)
    await quiet()
    const js = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    const elements = await page.evaluate<number>('document.querySelectorAll("*").length - document.querySelectorAll("svg *").length')
    const first = { received, requests, scripts: scripts.length }
    received = 0
    await page.goto('about:blank')
    await page.goto(path)
    await waitUntilSettled(page)
    await quiet()
    return {
      page: name,
      js_ko_gzip: kilo(js),
      scripts: first.scripts,
      requetes: first.requests,
      recu_ko: kilo(first.received),
      elements,
      ecoindex: ecoIndex({ elements, requests: first.requests, kilobytes: first.received / 1_000 }).toFixed(0),
      seconde_visite_ko: kilo(received),
    }
  } finally {
    await context.close()
  }
}

/** Signs in on another page: the session is in the storage of the browser, and the measured page must be new. */
async function signInElsewhere(opening: Promise<Page>, account: { username: string; password: string }): Promise<void> {
  const page = await opening
  await signIn(page, account)
  await page.close()
}

const kilo = (bytes: number) => (bytes / 1_000).toFixed(1)
