import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import type { DatabaseConfig } from '../../server/src/platform/db/types.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { startApplication } from '../stream/application.ts'
import { makeCalls, get, noCalls, summary, type CallResults } from './calls.ts'
import { countOf, type BacklogCount } from './checks.ts'
import { peopleOf, findAccessLosses } from './people.ts'
import type { InstanceSize } from './seed.ts'

export type ReportRows = Record<string, unknown>[]
/** A database of this machine, and the settings with which the application opens it. */
export type DatabaseLocation = { config: DatabaseConfig; env: Record<string, string> }
export type Findings = { rows: ReportRows; failures: string[] }

/** Durations of the calls before the application is killed during the count, and once everything is counted, in milliseconds. */
export const killedAfterMs = 4_000
export const idleDurationMs = 10_000
const maxCountMs = 900_000
const pollMs = 250

/** Makes calls while the job counts, kills the process in the middle, restarts it, and makes calls until the end and after. */
export async function serveWhileCounting(place: DatabaseLocation, size: InstanceSize): Promise<Findings> {
  const duringCount = noCalls()
  const atRestCalls = noCalls()
  const startedAt = performance.now()
  const first = await startApplication(place.env)
  const started_ms = Math.round(performance.now() - startedAt)
  const accounts = await untilKilled(first, async () => {
    const killAt = performance.now() + killedAfterMs
    const people = await peopleOf(first.port, size, duringCount)
    await makeCalls(first.port, people, duringCount, () => performance.now() > killAt)
    return people
  })
  const halfCount = await countAt(place)
  const secondApplication = await startApplication(place.env)
  try {
    const again = performance.now()
    const counted = watchCount(secondApplication, duringCount)
    await Promise.all([counted.completion, makeCalls(secondApplication.port, accounts, duringCount, () => !counted.goesOn())])
    const counted_ms = Math.round(performance.now() - again)
    const restUntil = performance.now() + idleDurationMs
    await makeCalls(secondApplication.port, accounts, atRestCalls, () => performance.now() > restUntil)
    const failures = [...duringCount.failures, ...atRestCalls.failures]
    return {
      rows: [
        { what: 'premier démarrage', ms: started_ms },
        { what: `réponses comptées quand il est tué : ${halfCount.counted} sur ${halfCount.replies}` },
        { what: 'tâche, du redémarrage à sa fin', ms: counted_ms },
        ...callRows(duringCount, atRestCalls),
      ],
      failures: [
        ...(halfCount.counted > 0 && halfCount.waiting > 0 ? [] : [`tué hors de la tâche : ${halfCount.counted} réponses comptées`]),
        ...(halfCount.wrong === 0 ? [] : [`tué au milieu : ${halfCount.wrong} lignes du registre ne sont pas le compte direct`]),
        ...(counted.isDone() ? [] : [`la tâche n’est pas finie après ${maxCountMs / 1_000} s`]),
        ...(failures.length === 0 ? [] : [`${failures.length} appels sans réponse, dont : ${failures[0]!}`]),
        ...(await findAccessLosses(secondApplication.port, accounts, size)),
      ],
    }
  } finally {
    await secondApplication.stop()
  }
}

type CountWatch = { goesOn(): boolean; isDone(): boolean; completion: Promise<void> }

/** Polls the application, as a page does, for whether it is still counting. */
function watchCount({ port, token }: { port: number; token: string }, callResults: CallResults): CountWatch {
  const deadline = performance.now() + maxCountMs
  let isCounting = true
  const watch = async () => {
    while (isCounting && performance.now() < deadline) {
      await sleep(pollMs)
      await get(port, '/conversations/consumption', token).then(
        (answer) => (isCounting = (answer as { is_counting: boolean }).is_counting),
        (error: unknown) => callResults.failures.push(`consommation : ${String(error)}`),
      )
    }
  }
  return { goesOn: () => isCounting && performance.now() < deadline, isDone: () => !isCounting, completion: watch() }
}

/** Kills a process with SIGKILL once `work` is done. */
async function untilKilled<T>({ child, stop }: Awaited<ReturnType<typeof startApplication>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    await stop()
  }
}

/** Makes a row for each call: its times during the count, next to those at rest. */
function callRows(callResults: CallResults, rest: CallResults): ReportRows {
  const atRest = summary(rest)
  return summary(callResults).map((row) => {
    const restSummary = atRest.find(({ what }) => what === row.what)
    return {
      ...row,
      failed: callResults.failures.filter((failure) => failure.startsWith(`${row.what} :`)).length,
      rest_p50_ms: restSummary?.p50_ms,
      ratio: restSummary && (row.p50_ms / restSummary.p50_ms).toFixed(1),
    }
  })
}

async function countAt({ config }: DatabaseLocation): Promise<BacklogCount> {
  const database = await openDatabase(config, silentLog)
  try {
    return await database.patiently(countOf)
  } finally {
    await database.close()
  }
}
