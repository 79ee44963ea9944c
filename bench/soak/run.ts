import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { password, startApplication } from '../stream/application.ts'
import { startAndWait } from '../stream/processes.ts'
import { measuredEngines, type EngineName } from '../bench-app.ts'
import type { BenchReport } from '../report.ts'
import { apiAs, createAccount } from '../../e2e/support/api.ts'
import { startPostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { soakActions, type SoakAction, type PersonData } from './actions.ts'
import { faults } from './faults.ts'
import { growthOf, type ResourceSample, figuresOf } from './growth.ts'
import { createPerson } from './person.ts'

type SoakOptions = {
  minutes: number
  engine: EngineName
  people?: number
  faultShare?: number
  /** Range of the pause between two actions of one person, in milliseconds. */
  thinkMs?: [least: number, most: number]
  sampleMs?: number
}
type SoakResult = {
  samples: ResourceSample[]
  /** Number of times that each action was done. */
  actionCounts: Map<string, number>
  /** Unexpected behaviours of the application, one sentence each. */
  problems: string[]
  /** Resources of the process at rest, before the first person and after the last. */
  rest: { before: Omit<ResourceSample, 'minute'>; after: Omit<ResourceSample, 'minute'> }
  unhandled: number
  exitCode: number | null
}

const here = import.meta.dirname
const bases: Record<EngineName, string> = { embedded: 'embarquée', postgres: 'PostgreSQL' }
/** Rest time before reading resources, in milliseconds: an unused connection stays open for 72 s. */
const restMs = 80_000

/** Runs people at work with a share of faults for some minutes, while the resources of the process are sampled (REL-28). */
async function soak({ minutes, engine, people = 20, faultShare = 0.05, thinkMs = [2_000, 6_000], sampleMs = 15_000 }: SoakOptions): Promise<SoakResult> {
  const model = await startAndWait(
    process.execPath,
    [path.join(here, '../../server/src/testing/fakes/fault-model-server.ts'), '--tokens', '120'],
    /http:\/\/\S+\/v1/,
  )
  const postgres = engine === 'postgres' ? await startPostgresServer() : null
  const app = await startApplication(
    {
      ...(postgres && { DATABASE_URL: postgres.url }),
      LLM_BASE_URL: model.match[0],
      LLM_MODEL: 'essai',
      LLM_FIRST_TOKEN_TIMEOUT_MS: '4000',
      LLM_IDLE_TIMEOUT_MS: '4000',
      CHAT_MAX_RUNNING: '10',
    },
    ['--import', path.join(here, 'collect-on-signal.ts')],
  ).catch(async (error: unknown) => {
    model.child.kill('SIGTERM')
    await postgres?.remove()
    throw error
  })
  let replyText = ''
  app.child.stdout?.on('data', (chunk: Buffer) => void (replyText += String(chunk)))
  const url = `http://127.0.0.1:${app.port}`
  const result: SoakResult = { samples: [], actionCounts: new Map(), problems: [], unhandled: 0, exitCode: null, rest: undefined as never }
  try {
    const everyone = await register(url, people)
    const before = await figuresOf(app.pid, url)
    const startedAt = performance.now()
    const end = startedAt + minutes * 60_000
    const lives = everyone.map((person) => runPerson(person, end, faultShare, thinkMs, result))
    while (performance.now() < end) {
      await sleep(Math.min(sampleMs, end - performance.now()))
      result.samples.push({ minute: Number(((performance.now() - startedAt) / 60_000).toFixed(2)), ...(await figuresOf(app.pid, url)) })
    }
    await Promise.all(lives)
    await sleep(restMs)
    result.rest = { before, after: await figuresOf(app.pid, url) }
  } finally {
    result.exitCode = await app.stop()
    model.child.kill('SIGTERM')
    await postgres?.remove()
  }
  result.unhandled = replyText.split('unhandled rejection').length - 1
  return result
}

async function register(url: string, people: number) {
  const admin = await apiAs(url, { username: 'admin', password })
  const everyone = []
  for (let index = 0; index < people; index += 1) everyone.push(await createPerson(url, await createAccount(admin, `agent${index}`)))
  return everyone
}

async function runPerson(person: Awaited<ReturnType<typeof createPerson>>, end: number, faultShare: number, [min, max]: [number, number], result: SoakResult) {
  const personData: PersonData = { conversations: [], questions: Infinity, documents: [] }
  const names = Object.keys(faults)
  // Faults are done in turn from a random start, so that even a short run meets all of them.
  let nextFault = Math.floor(Math.random() * names.length)
  while (performance.now() < end) {
    await sleep(min + Math.random() * (max - min))
    const isFault = Math.random() < faultShare
    const [name, action] = isFault ? [names[nextFault]!, faults[names[nextFault++ % names.length]!]!] : drawAction()
    nextFault %= names.length
    try {
      await person.renewSession()
      await action(person, personData)
    } catch (error) {
      result.problems.push(`${name} : ${error instanceof Error ? error.message : String(error)}`)
      personData.questions = Infinity
    }
    result.actionCounts.set(name, (result.actionCounts.get(name) ?? 0) + 1)
  }
}

function drawAction(): [string, SoakAction] {
  const entries = Object.entries(soakActions)
  let remaining = Math.random() * entries.reduce((sum, [, [share]]) => sum + share, 0)
  for (const [name, [share, action]] of entries) if ((remaining -= share) < 0) return [name, action]
  return [entries[0]![0], entries[0]![1][1]]
}

/** Runs the endurance benchmark: `npm run bench -- soak [--minutes 30] [--engine postgres]`. By default on both engines, at the same time. */
export async function benchSoak(only?: string, minutes = '30'): Promise<BenchReport> {
  const results = await Promise.all(measuredEngines(only).map(async (engine) => ({ engine, ...(await soak({ minutes: Number(minutes), engine })) })))
  const failures = results.flatMap((result) => failuresOf(result).map((failure) => `${bases[result.engine]} : ${failure}`))
  return {
    name: 'soak',
    title: `Endurance : 20 personnes, 5 % de pannes, ${minutes} minutes`,
    rows: results.flatMap(({ engine, samples, rest }) =>
      growthOf(samples).map(({ measure, first, last, highest, per_minute, allowed, isWithinLimit }) => ({
        base: bases[engine],
        mesure: measure,
        'au repos avant': rest.before[measure],
        'au tiers': first,
        'à la fin': last,
        'au plus haut': highest,
        'au repos après': rest.after[measure],
        'par minute': per_minute.toFixed(3),
        admis: allowed,
        tenu: isWithinLimit ? 'oui' : 'non',
      })),
    ),
    note: `Relevés toutes les 15 s après ramassage des déchets ; pente des deux derniers tiers.\n\n${results.map(actionsNote).join('\n\n')}`,
    json: results.map(({ engine, samples, actionCounts, problems, rest, unhandled, exitCode }) => ({
      engine,
      samples,
      done: Object.fromEntries(actionCounts),
      wrong: problems,
      rest,
      unhandled,
      exitCode,
    })),
    ...(failures.length > 0 && { failures }),
  }
}

function failuresOf({ samples, problems, unhandled, exitCode }: SoakResult): string[] {
  return [
    ...growthOf(samples)
      .filter(({ isWithinLimit }) => !isWithinLimit)
      .map(({ measure, per_minute, allowed }) => `${measure} croît de ${per_minute.toFixed(2)} par minute (${allowed} admis)`),
    ...[...new Set(problems)].map((problem) => `réponse inattendue, ${problem}`),
    ...(unhandled > 0 ? [`${unhandled} échecs sans suite dans le journal`] : []),
    ...(exitCode === 0 ? [] : [`code de sortie ${exitCode}`]),
  ]
}

function actionsNote({ engine, actionCounts, problems, unhandled, exitCode }: SoakResult & { engine: EngineName }): string {
  const faultCount = [...actionCounts].reduce((sum, [name, count]) => sum + (Object.hasOwn(faults, name) ? count : 0), 0)
  const actionCount = [...actionCounts.values()].reduce((sum, count) => sum + count, 0)
  const actions = [...actionCounts].map(([name, count]) => `${name} ${count}`).join(', ')
  return `Base ${bases[engine]} : ${actionCount} actes, dont ${faultCount} pannes (${((100 * faultCount) / actionCount).toFixed(1)} %) ; ${problems.length} réponses inattendues, ${unhandled} échecs sans suite, code de sortie ${exitCode}. Actes : ${actions}.`
}
