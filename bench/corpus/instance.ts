import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { routes, type Corpus } from '@parvis/contract'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { cpuSeconds, residentKb } from '../stream/processes.ts'
import { startApplication } from '../stream/application.ts'

const command = path.resolve(import.meta.dirname, '../../server/src/corpus.ts')
const pollMs = 1_000

type Application = Awaited<ReturnType<typeof startApplication>>

/** Cost of an import: duration and processor time of the server in seconds, peak memory in megabytes, and the calls made beside it. */
export type ImportCost = { seconds: number; cpu: number; peakMb: number; /** Milliseconds. */ calls: number[]; /** Calls answered by 503. */ refused: number }

/** Instance on a folder, with the embedded database. */
export function openInstance(dataDir: string) {
  const env = { PARVIS_DATA_DIR: dataDir }
  return {
    start: () => startApplication(env),

    /** Starts `npm run corpus -- import FILE`. @returns once the command has ended, or has been cut by the death of the server */
    async runImport(file: string): Promise<string> {
      const { stdout } = await promisify(execFile)(process.execPath, [command, 'import', file], { env: { PATH: process.env['PATH'], ...env } })
      return stdout.trim()
    },

    /** SHA-256 of all that the published corpora hold, whatever the order of writing. Opens the database: the application must be stopped. */
    async digest(): Promise<string> {
      const database = await openDatabase({ kind: 'embedded', dir: path.join(dataDir, 'base') }, silentLog)
      try {
        const { rows } = await database.patiently((db) =>
          sql<{ digest: string }>`
            select encode(sha256(convert_to(string_agg(md5(concat_ws('|', a.code, a.number, a.number_key, a.path::text, a.digest, v.position, v.pack_id,
              v.valid_from, v.valid_until, v.state, v.is_corrected, v.text)), '' order by a.code, a.number_key, v.position), 'UTF8')), 'hex') as digest
            from corpus_import i join corpus_article a on a.import_id = i.id join corpus_version v on v.article_id = a.id where i.state = 'publie'`.execute(db),
        )
        return rows[0]!.digest
      } finally {
        await database.close()
      }
    },
  }
}

async function get<T>({ port, token }: Application, route: { path: string }): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${route.path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${route.path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

export const corporaOf = async (app: Application): Promise<Corpus[]> => (await get<{ corpora: Corpus[] }>(app, routes.corpora.list)).corpora

/** Waits until a condition on the corpora holds, while a person uses the instance. */
export async function waitInUse(app: Application, isDone: (corpora: readonly Corpus[]) => boolean, maxSeconds: number): Promise<ImportCost> {
  const startedAt = performance.now()
  const cpuBefore = cpuSeconds([app.pid])
  const calls: number[] = []
  let refused = 0
  const elapsed = () => (performance.now() - startedAt) / 1_000
  let peakKb = 0
  let polledAt = 0
  for (;;) {
    for (const route of [routes.assistants.list, routes.conversations.list, routes.library.categories]) {
      const at = performance.now()
      await get(app, route).catch((error: Error) => {
        if (!error.message.includes('server.unavailable')) throw error
        refused += 1
      })
      calls.push(performance.now() - at)
    }
    peakKb = Math.max(peakKb, residentKb([app.pid]))
    if (performance.now() - polledAt > pollMs) {
      if (isDone(await corporaOf(app).catch(() => [])))
        return { seconds: elapsed(), cpu: cpuSeconds([app.pid]) - cpuBefore, peakMb: Math.round(peakKb / 1_024), calls, refused }
      polledAt = performance.now()
    }
    if (elapsed() > maxSeconds) throw new Error(`the import is not over after ${maxSeconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
