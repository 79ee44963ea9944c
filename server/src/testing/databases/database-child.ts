/**
 * Process that tests start and kill. `lock <dir>` locks the directory and waits. `write <dir>` opens the database and inserts rows from eight writers,
 * printing each id once its commit is acknowledged. `make <dir>` creates a migrated database.
 */
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { silentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { lockDirectory } from '../../platform/db/embedded/directory-lock.ts'
import { migrations } from '../../platform/db/migrations/index.ts'

const WRITERS = 8
const [command, dir] = process.argv.slice(2)

/** Writes synchronously, so that a line printed before the kill is not lost. */
const say = (line: string): void => void writeSync(1, `${line}\n`)

try {
  if (command === 'lock') {
    await lockDirectory(dir!)
    say('locked')
    setInterval(() => {}, 1_000)
  } else if (command === 'make') {
    await migrate(await openDatabase({ kind: 'embedded', dir: dir! }, silentLog), migrations, silentLog)
    say('made')
  } else {
    await write()
  }
} catch (error) {
  say(`refused ${(error as Error).message}`)
}

async function write(): Promise<void> {
  const { db } = await openDatabase({ kind: 'embedded', dir: dir! }, silentLog)
  await sql`create table if not exists row (id int primary key, half int, content text)`.execute(db)
  const { rows } = await sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from row`.execute(db)
  let next = rows[0]!.next
  say('ready')
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (true) {
        const id = next
        next += 1
        const content = 'La commune délibère. '.repeat(id % 50)
        if (id % 3 !== 0) await sql`insert into row values (${id}, 1, ${content})`.execute(db)
        else {
          await db.transaction().execute(async (transaction) => {
            await sql`insert into row values (${id}, 0, ${content})`.execute(transaction)
            await sql`update row set half = 1 where id = ${id}`.execute(transaction)
          })
        }
        say(String(id))
        if (id % 97 === 0) await sql`checkpoint`.execute(db)
      }
    }),
  )
}
