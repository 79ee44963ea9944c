import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import type { DatabaseConfig } from '../../server/src/platform/db/types.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { startApplication } from '../stream/application.ts'
import { askMeanwhile, get, nothingAsked, summary, type Asked } from './calls.ts'
import { countOf, type Count } from './checks.ts'
import { peopleOf, whatPeopleSee } from './people.ts'
import type { Size } from './seed.ts'

export type Rows = Record<string, unknown>[]
/** A database of this machine, and the settings with which the application opens it. */
export type Place = { config: DatabaseConfig; env: Record<string, string> }
export type Findings = { rows: Rows; failures: string[] }

/** Durations of the calls before the application is killed during the count, and once everything is counted, in milliseconds. */
export const killedAfterMs = 4_000
export const atRestMs = 10_000
const longestCountMs = 900_000
const pollMs = 250

/** Makes calls while the job counts, kills the process in the middle, restarts it, and makes calls until the end and after. */
export async function serveWhileCounting(place: Place, size: Size): Promise<Findings> {
  const asked = nothingAsked()
  const rest = nothingAsked()
  const startedAt = performance.now()
  const first = await startApplication(place.env)
  const started_ms = Math.round(performance.now() - startedAt)
  const known = await untilKilled(first, async () => {
    const killAt = performance.now() + killedAfterMs
    const found = await peopleOf(first.port, size, asked)
    await askMeanwhile(first.port, found, asked, () => performance.now() > killAt)
    return found
  })
  const half = await countAt(place)
  const second = await startApplication(place.env)
  try {
    const again = performance.now()
    const counted = watchCount(second, asked)
    await Promise.all([counted.ended, askMeanwhile(second.port, known, asked, () => !counted.goesOn())])
    const counted_ms = Math.round(performance.now() - again)
    const restUntil = performance.now() + atRestMs
    await askMeanwhile(second.port, known, rest, () => performance.now() > restUntil)
    const failed = [...asked.failed, ...rest.failed]
    return {
      rows: [
        { what: 'premier démarrage', ms: started_ms },
        { what: `réponses comptées quand il est tué : ${half.counted} sur ${half.replies}` },
        { what: 'tâche, du redémarrage à sa fin', ms: counted_ms },
        ...callRows(asked, rest),
      ],
      failures: [
        ...(half.counted > 0 && half.waiting > 0 ? [] : [`tué hors de la tâche : ${half.counted} réponses comptées`]),
        ...(half.wrong === 0 ? [] : [`tué au milieu : ${half.wrong} lignes du registre ne sont pas le compte direct`]),
        ...(counted.isDone() ? [] : [`la tâche n’est pas finie après ${longestCountMs / 1_000} s`]),
        ...(failed.length === 0 ? [] : [`${failed.length} appels sans réponse, dont : ${failed[0]!}`]),
        ...(await whatPeopleSee(second.port, known, size)),
      ],
    }
  } finally {
    await second.stop()
  }
}

type Watch = { goesOn(): boolean; isDone(): boolean; ended: Promise<void> }

/** Polls the application, as a page does, for whether it is still counting. */
function watchCount({ port, token }: { port: number; token: string }, asked: Asked): Watch {
  const until = performance.now() + longestCountMs
  let isCounting = true
  const watch = async () => {
    while (isCounting && performance.now() < until) {
      await sleep(pollMs)
      await get(port, '/conversations/consumption', token).then(
        (answer) => (isCounting = (answer as { is_counting: boolean }).is_counting),
        (error: unknown) => asked.failed.push(`consommation : ${String(error)}`),
      )
    }
  }
  return { goesOn: () => isCounting && performance.now() < until, isDone: () => !isCounting, ended: watch() }
}

/** Kills a process with SIGKILL once `work` is done. */
async function untilKilled<T>({ child, stop }: Awaited<ReturnType<typeof startApplication>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await stop()
  }
}

/** Makes a row for each call: its times during the count, next to those at rest. */
function callRows(asked: Asked, rest: Asked): Rows {
  const atRest = summary(rest)
  return summary(asked).map((row) => {
    const usual = atRest.find(({ what }) => what === row.what)
    return {
      ...row,
      failed: asked.failed.filter((failure) => failure.startsWith(`${row.what} :`)).length,
      rest_p50_ms: usual?.p50_ms,
      ratio: usual && (row.p50_ms / usual.p50_ms).toFixed(1),
    }
  })
}

async function countAt({ config }: Place): Promise<Count> {
  const database = await openDatabase(config, silentLog)
  try {
    return await database.patiently(countOf)
  } finally {
    await database.close()
  }
}
