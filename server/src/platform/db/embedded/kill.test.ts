import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { copyReadyDatabase } from '../../../testing/databases/ready-database.ts'
import { freshFolder } from '../../../testing/folder.ts'
import { isFullRun } from '../../../testing/full-run.ts'

const CHILD = fileURLToPath(new URL('../../../testing/databases/database-child.ts', import.meta.url))
/** All of them in a full proof (`npm run prove`). */
const KILLS = isFullRun ? 20 : 4
/** A process that lives a second has no time to enjoy code that V8 compiled twice; a full proof runs it as people do. */
const nodeOptions = isFullRun ? [] : ['--liftoff-only']
const dir = freshFolder('kill')
let child: ChildProcess | undefined

afterEach(() => void child?.kill('SIGKILL'))

/** Runs the writing process, kills it `delay` milliseconds after its first commit; gives the rows it said were kept. */
async function writeAndKill(delay: number): Promise<number[]> {
  child = spawn(process.execPath, [...nodeOptions, CHILD, 'write', dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: number[] = []
  let killed: Promise<void> | undefined
  for await (const line of createInterface({ input: child.stdout! })) {
    expect(line).not.toContain('refused')
    if (line === 'ready') continue
    acknowledged.push(Number(line))
    killed ??= sleep(delay).then(() => void child?.kill('SIGKILL'))
  }
  await killed
  return acknowledged
}

it('keeps every acknowledged row, whole, through kills in the middle of concurrent writes', async () => {
  await copyReadyDatabase(dir, 'blank')
  const acknowledged: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Spread over the second, so that kills fall on commits, checkpoints and, the first ones, right after an opening.
    acknowledged.push(...(await writeAndKill((kill * 211) % 997)))
    // A lost row would have its number given again.
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
  }
  const { db, close } = await openDatabase({ kind: 'embedded', dir }, silentLog)
  const { rows } = await sql<{ id: number }>`select id from row where half = 1`.execute(db)
  const { rows: torn } = await sql`select id from row where half <> 1 or length(content) <> (id % 50) * 21`.execute(db)
  await close()
  const kept = new Set(rows.map((row) => row.id))
  expect(acknowledged.length).toBeGreaterThan(KILLS)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(torn).toEqual([])
}, 300_000)

// As where no build has prepared one (prepared-database.ts).
it.each(Array.from({ length: isFullRun ? 10 : 1 }, (_, round) => round))(
  'is completed where a process died as it was made, and another as it was brought to the schema, round %i',
  async (round) => {
    const made = join(dir, `made-${round}`)
    for (const name of ['pgdata.new', 'pgdata']) {
      child = spawn(process.execPath, [...nodeOptions, CHILD, 'make', made], { stdio: ['ignore', 'ignore', 'inherit'] })
      const died = once(child, 'exit')
      await expect.poll(() => existsSync(join(made, name)), { timeout: 60_000, interval: 20 }).toBe(true)
      await sleep(round * 150)
      child.kill('SIGKILL')
      await died
    }
    const database = await openDatabase({ kind: 'embedded', dir: made }, silentLog)
    await migrate(database, migrations, silentLog)
    const { rows } = await sql<{ id: string }>`select id from schema_migrations`.execute(database.db)
    await database.close()
    expect(rows.map(({ id }) => id).toSorted()).toEqual(migrations.map(({ id }) => id).toSorted())
    expect(existsSync(join(made, 'pgdata.new'))).toBe(false)
  },
  300_000,
)
