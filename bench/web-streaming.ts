import { launchBrowser } from '../e2e/support/browser.ts'
import { signIn } from '../e2e/support/pages.ts'
import { startRecitingModel, tokensOf } from '../e2e/support/servers/reciting-model.ts'
import { startServer } from '../e2e/support/servers/server.ts'
import { longAnswer } from './long-answer.ts'
import type { BenchReport } from './report.ts'
import { framesOf, type TraceFrame, type TraceEvent } from './trace-frames.ts'

const tokens = 4_000
/** Tokens per second: a fast model, two tokens per frame of the screen. */
const rate = 100

/** Measures what a long answer costs the page while it is written: script and rendering between two frames, in milliseconds of processor time. */
export async function benchStreaming(): Promise<BenchReport> {
  const answer = longAnswer(tokens)
  const model = await startRecitingModel(() => answer, rate)
  const server = await startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'bench' })
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await signIn(page, { username: 'admin', password: server.adminPassword })
    await page.goto('/chatbot')
    await page.evaluate(watchReply)
    const question = page.getByRole('textbox', { name: 'Votre question' })
    await question.fill('Rédige la note de cadrage.')
    // People take more than a second to write a question: what the page prepares when idle is then ready.
    await page.waitForTimeout(1_000)
    await browser.startTracing(page, {
      categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'v8.execute', 'blink.user_timing'],
    })
    await question.press('Enter')
    await page.getByRole('group', { name: 'Actions sur cette réponse' }).waitFor({ timeout: 240_000 })
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
    const frames = framesOf(traceEvents)
    const [first, writingEnd] = ['first words', 'over'].map((mark) => traceEvents.find(({ name }) => name === mark)!.ts)
    const writing = frames.filter(({ end }) => end >= first! && end < writingEnd!)
    const last = writing.slice(-Math.ceil(writing.length / 4))
    return {
      name: 'streaming',
      title: `Une réponse de ${tokensOf(answer).length} morceaux qui s’écrit`,
      rows: [
        { partie: 'la question part', ...summary(frames.filter(({ end }) => end < first!)) },
        { partie: 'la réponse s’écrit', ...summary(writing) },
        { partie: 'son dernier quart', ...summary(last) },
        { partie: 'elle est finie', ...summary(frames.filter(({ end }) => end >= writingEnd!)) },
      ],
      note: `Chromium, ${answer.length} caractères (titres, listes, tableaux, code, notes) à ${rate} morceaux par seconde. Millisecondes de processeur du fil principal entre deux images, celles sans script laissées de côté.`,
    }
  } finally {
    await browser.close()
    await server.close()
    model.close()
  }
}

/** Marks the frame of the first words, and the one in which the reply is shown as complete. */
const watchReply = `(() => {
  const marks = [['first words', 'article[aria-busy="true"] h2 + div'], ['over', 'article[aria-busy="false"] h2 + div']]
  const look = () => {
    const [mark, selector] = marks[0]
    if (document.querySelector(selector)) {
      performance.mark(mark)
      marks.shift()
    }
    if (marks.length > 0) requestAnimationFrame(look)
  }
  look()
})()`

function summary(frames: readonly TraceFrame[]): Record<string, unknown> {
  const scripts = frames.map(({ script }) => script).toSorted((a, b) => a - b)
  const renderings = frames.map(({ rendering }) => rendering).toSorted((a, b) => a - b)
  const at = (values: readonly number[], part: number) => (values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0).toFixed(1)
  return {
    images: frames.length,
    script_p50: at(scripts, 0.5),
    script_p95: at(scripts, 0.95),
    script_max: at(scripts, 1),
    plus_de_8_ms: scripts.filter((ms) => ms > 8).length,
    rendu_p50: at(renderings, 0.5),
    rendu_p95: at(renderings, 0.95),
  }
}
