import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { apiAs, createAccount } from '../../e2e/support/api.ts'
import { waitUntilIdle } from '../../e2e/support/servers/ready-data.ts'
import { startServer } from '../../e2e/support/servers/server.ts'
import type { BenchReport } from '../report.ts'
import { workerActions, notifiedWithinMs, type WorkerState, type SharedResources } from './actions.ts'
import { startWorker, type CallTimes } from './person.ts'

const people = 100
/** Range of the pause between two actions of one person, in milliseconds: two or three actions a minute each, four a second in total. */
const thinkMs = [15_000, 35_000] as const
/** Promised 95th percentile of a call that displays something, in milliseconds. */
const promisedP95 = 500

/**
 * Simulates the working day of a hundred simultaneous people: files, prompts, versions, context changes, the library, the palette, with a tab that follows
 * changes. Uses the built-in model, so that only the application is measured.
 */
export async function benchDay(minutes = '5', engine = 'embedded'): Promise<BenchReport> {
  const postgres = engine === 'postgres' ? await startPostgresServer() : null
  const server = await startServer({ LLM_DEMO_PACE: '35', ...(postgres && { DATABASE_URL: postgres.url }) })
  const times: CallTimes = new Map()
  const notificationTimes: number[] = []
  const problems: string[] = []
  const doneCounts = new Map<string, number>()
  try {
    // Starts once the library is indexed.
    await waitUntilIdle(server.url, true)
    const admin = await apiAs(server.url, { username: 'admin', password: server.adminPassword })
    const office = await sharedResources(admin)
    const accounts = []
    for (let index = 0; index < people; index += 1) accounts.push(await createAccount(admin, `agent${index}`))
    const end = performance.now() + Number(minutes) * 60_000
    const choices = workerActions((ms) => void notificationTimes.push(ms))
    await Promise.all(
      accounts.map(async (credentials, index) => {
        // People arrive during the first half minute.
        await sleep((30_000 * index) / people)
        const worker = await startWorker(server.url, credentials, times)
        const desk: WorkerState = { conversation: null, assistant: index % office.assistants.length, saved: 0 }
        while (performance.now() < end) {
          const [name, action] = drawAction(choices)
          await action(worker, desk, office).catch((error: unknown) => problems.push(`${name} : ${error instanceof Error ? error.message : String(error)}`))
          doneCounts.set(name, (doneCounts.get(name) ?? 0) + 1)
          await sleep(thinkMs[0] + Math.random() * (thinkMs[1] - thinkMs[0]))
        }
        worker.leave()
      }),
    )
  } finally {
    await server.close()
    await postgres?.remove()
  }
  return report({ times, notificationTimes, problems: problems, actionCounts: doneCounts, minutes, engine })
}

async function sharedResources(admin: Awaited<ReturnType<typeof apiAs>>): Promise<SharedResources> {
  const [assistants, { categories }] = await Promise.all([admin(routes.assistants.list, { query: {} }), admin(routes.library.categories)])
  return { assistants: assistants.map(({ id }) => id), library: categories[0]!.name }
}

function drawAction<T>(choices: Record<string, [share: number, act: T]>): [string, T] {
  const entries = Object.entries(choices)
  let remaining = Math.random() * entries.reduce((sum, [, [share]]) => sum + share, 0)
  const [name, [, choice]] = entries.find(([, [share]]) => (remaining -= share) < 0) ?? entries[0]!
  return [name, choice]
}

type DayResult = { times: CallTimes; notificationTimes: number[]; problems: string[]; actionCounts: Map<string, number>; minutes: string; engine: string }

function report({ times, notificationTimes, problems, actionCounts, minutes, engine }: DayResult): BenchReport {
  const measures = [...times, ['apprendre un changement dans un autre onglet', notificationTimes] as const]
  const rows = measures
    .filter(([, all]) => all.length > 0)
    .map(([what, all]) => ({ quoi: what, fois: all.length, p50_ms: at(all, 0.5), p95_ms: at(all, 0.95), p99_ms: at(all, 0.99), max_ms: at(all, 1) }))
    .toSorted((a, b) => b.p95_ms - a.p95_ms)
  const slow = rows.filter(({ quoi, p95_ms }) => quoi.startsWith('GET ') && p95_ms > promisedP95)
  const failures = [
    ...[...new Set(problems)].map((what) => `inattendu, ${what}`),
    ...slow.map(({ quoi, p95_ms }) => `${quoi} : p95 de ${p95_ms} ms (${promisedP95} promis)`),
    ...(notificationTimes.length > 0 ? [] : ['aucun changement n’a été appris']),
  ]
  const acted = [...actionCounts.values()].reduce((sum, count) => sum + count, 0)
  return {
    name: 'day',
    title: `Une journée d’agents : ${people} personnes ensemble, ${minutes} minutes, base ${engine === 'postgres' ? 'PostgreSQL' : 'embarquée'}`,
    rows,
    note: `${acted} actes, ${problems.length} inattendus : ${[...actionCounts].map(([name, count]) => `${name} ${count}`).join(', ')}. Chaque personne fait deux à trois choses par minute et garde un onglet qui suit ce qui change (${notifiedWithinMs / 1_000} s promises). Modèle intégré à son rythme ordinaire ; « premiers mots » : de l’envoi au premier mot lu.`,
    ...(failures.length > 0 && { failures }),
  }
}

const at = (values: readonly number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!)
