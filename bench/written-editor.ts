import { routes, type WrittenBlock } from '@parvis/contract'
import type { CDPSession, Page } from 'playwright-core'
import { accessToken, apiAs } from '../e2e/support/api.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { startServer } from '../e2e/support/servers/server.ts'
import type { BenchReport } from './report.ts'

const keyCount = 100
const maxOpenMs = 400
const maxKeyMs = 30
/** Documents of 190,000 characters (sixty pages), by their number of blocks. The limits are for the first, with blocks as long as those of real documents. */
const blockCounts = [1_000, 4_000]
const characters = 190_000
const sentence = 'Le conseil municipal, après en avoir délibéré, approuve le règlement de la cantine et autorise le maire à signer. '

/**
 * Measures the opening of a written document after its data, the time from a key to the next frame, typing in its middle, and the longest task of the page while
 * two of its versions are compared. Tasks of less than 50 ms count as 0.
 */
export async function benchWrittenEditor(): Promise<BenchReport> {
  const server = await startServer()
  const browser = await launchBrowser()
  const failures: string[] = []
  try {
    const account = { username: 'admin', password: server.adminPassword }
    const api = await apiAs(server.url, account)
    const token = await accessToken(server.url, account)
    const rows = []
    for (const count of blockCounts) {
      const { id, blocks } = await api(routes.writtenDocuments.create, { body: { title: 'Long document', blocks: blocksOf(count) } })
      const changed = blocks.map((block, at) =>
        at % 10 === 5 && 'text' in block ? { ...block, text: `Désormais, ${block.text as string}` } : block,
      ) as WrittenBlock[]
      await api(routes.writtenDocuments.update, { params: { id }, body: { blocks: changed } })
      const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
      await context.addInitScript(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`)
      const page = await context.newPage()
      await page.addInitScript(probe)
      await page.goto('/documents-rediges')
      const openMs = await opened(page, `/documents-rediges/${id}`)
      const { p50, p95, cost } = await typed(page, await context.newCDPSession(page))
      const comparedMs = await compared(page)
      await context.close()
      const name = `${characters.toLocaleString('fr-FR')} caractères, ${count.toLocaleString('fr-FR')} blocs`
      if (count === blockCounts[0] && openMs > maxOpenMs) failures.push(`${name} : ouvert en ${openMs.toFixed(0)} ms, plus de ${maxOpenMs} ms`)
      if (count === blockCounts[0] && p95 > maxKeyMs) failures.push(`${name} : une touche en ${p95.toFixed(0)} ms, plus de ${maxKeyMs} ms`)
      rows.push({
        Document: name,
        'Ouvert (ms)': openMs.toFixed(0),
        'Touche (ms, p50)': p50.toFixed(1),
        'Touche (ms, p95)': p95.toFixed(1),
        ...cost,
        'Comparaison, plus longue tâche (ms)': comparedMs.toFixed(0),
      })
    }
    const note =
      'Ouvert : des données reçues à l’image qui montre le texte. Touche : de la frappe à l’image suivante, au milieu du texte ; une image dure 16,7 ms.'
    return { name: 'written-editor', title: 'Éditeur d’un long document rédigé', rows, note, failures }
  } finally {
    await browser.close()
    await server.close()
  }
}

function blocksOf(count: number): WrittenBlock[] {
  const length = Math.ceil(characters / count)
  const text = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
  return Array.from({ length: count }, (_, at): WrittenBlock => {
    const id = `b${at}`
    if (at % 10 === 0) return { id, kind: 'heading', level: 2, text }
    return at % 7 === 0 ? { id, kind: 'item', marker: 'figure', level: 1, text } : { id, kind: 'paragraph', style: 'body', text }
  })
}

/** Script that records in `keyTimes` the time from each key to the frame after it, and in the promise `opening` the time from the data to the text. */
const probe = `(() => {
  globalThis.keyTimes = []
  const afterFrame = (run) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    port2.postMessage(null)
  })
  globalThis.opening = new Promise((resolve) => {
    const look = () => {
      if ((document.querySelector('[role=textbox][aria-multiline]')?.textContent.length ?? 0) < 1000) return setTimeout(look, 2)
      afterFrame(() => {
        const data = performance.getEntriesByType('resource').find(({ name }) => /written-documents\\/[0-9a-f-]+$/.test(name))
        resolve(performance.now() - data.responseEnd)
      })
    }
    look()
  })
  addEventListener('keydown', () => {
    const start = performance.now()
    afterFrame(() => globalThis.keyTimes.push(performance.now() - start))
  }, { capture: true })
})()`

/** Opens the page twice: the second opening has its code in the browser's cache. */
async function opened(page: Page, path: string): Promise<number> {
  for (let visit = 0; ; visit += 1) {
    await page.goto(path)
    const openMs = await page.evaluate<number>('globalThis.opening')
    if (visit === 1) return openMs
  }
}

async function typed(page: Page, devtools: CDPSession): Promise<{ p50: number; p95: number; cost: Record<string, string> }> {
  await page.evaluate(`(() => {
    const text = document.querySelector('[role=textbox][aria-multiline]')
    getSelection().collapse(text.children[Math.floor(text.children.length / 2)].firstChild, 20)
    text.focus()
  })()`)
  await page.waitForTimeout(500)
  await page.evaluate('globalThis.keyTimes = []')
  await devtools.send('Performance.enable')
  const secondsOf = async () => new Map((await devtools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))
  const before = await secondsOf()
  for (let key = 0; key < keyCount; key += 1) {
    await page.keyboard.press(key % 12 === 11 ? 'Space' : 'a')
    await page.waitForTimeout(60)
  }
  const after = await secondsOf()
  const perKey = (metric: string) => (((after.get(metric)! - before.get(metric)!) * 1_000) / keyCount).toFixed(1)
  const times = (await page.evaluate<number[]>('globalThis.keyTimes')).toSorted((one, other) => one - other)
  return {
    p50: times[Math.floor(times.length * 0.5)]!,
    p95: times[Math.floor(times.length * 0.95)]!,
    cost: { 'Code par touche (ms)': perKey('ScriptDuration'), 'Mise en page par touche (ms)': perKey('LayoutDuration') },
  }
}

/** Opens the comparison of the first version with the present text. @returns the longest task of the page meanwhile, in milliseconds */
async function compared(page: Page): Promise<number> {
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Comparer la version 1' }).waitFor()
  await page.evaluate(`(() => {
    globalThis.longest = 0
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (globalThis.longest = Math.max(globalThis.longest, duration)))).observe({ type: 'longtask' })
  })()`)
  await page.getByRole('button', { name: 'Comparer la version 1' }).click()
  await page.locator('ins').nth(90).waitFor({ timeout: 60_000 })
  await page.waitForTimeout(500)
  return page.evaluate<number>('globalThis.longest')
}
