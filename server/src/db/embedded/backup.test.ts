import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import type { Database } from '../database.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { backupEmbedded, restoreEmbedded } from './backup.ts'
import { packDirectory, unpackDirectory } from './tarball.ts'

let root: string
let database: Database

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parvis-backup-'))
  database = await openDatabase({ kind: 'embedded', dir: join(root, 'base') }, quietLog)
  await sql`create table row (id int primary key, content text)`.execute(database.db)
}, 120_000)

afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

describe('the backup of an embedded base', () => {
  it('holds every row committed before it, taken while others are written, and is restored into an empty directory', async () => {
    const file = join(root, 'sauvegardes', 'base.tar.gz')
    let next = 1
    const stop = new AbortController()
    const writer = (async () => {
      while (!stop.signal.aborted) await sql`insert into row values (${next++}, ${'é'.repeat(200)})`.execute(database.db)
    })()
    await expect.poll(() => next).toBeGreaterThan(50)
    const before = next - 2
    await backupEmbedded(database, file)
    const after = next
    stop.abort()
    await writer

    // Writing went on meanwhile.
    expect(after).toBeGreaterThan(before + 2)
    expect(readdirSync(join(root, 'sauvegardes'))).toEqual(['base.tar.gz'])
    await restoreEmbedded(file, join(root, 'restored'))
    const restored = await openDatabase({ kind: 'embedded', dir: join(root, 'restored') }, quietLog)
    const { rows } = await sql<{ count: number; last: number; whole: boolean }>`
      select count(*) as count, max(id) as last, bool_and(length(content) = 200) as whole from row`.execute(restored.db)
    await restored.close()
    expect(rows[0]).toMatchObject({ count: rows[0]!.last, whole: true })
    expect(rows[0]!.last).toBeGreaterThanOrEqual(before)
    expect(rows[0]!.last).toBeLessThanOrEqual(after)
  })

  it('is refused by a directory that holds a base, or that a process uses', async () => {
    const file = join(root, 'sauvegardes', 'base.tar.gz')
    await expect(restoreEmbedded(file, join(root, 'base'))).rejects.toMatchObject({ code: 'db.locked' })
    await expect(restoreEmbedded(file, join(root, 'restored'))).rejects.toMatchObject({
      code: 'db.unreachable',
      message: `Le dossier ${join(root, 'restored')} contient déjà une base de données. Restaurez dans un dossier vide.`,
    })
  })

  it.each([
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length - 1000)],
    ['damaged in one byte', (whole: Buffer) => whole.map((byte, index) => (index === whole.length >> 1 ? byte ^ 0xff : byte))],
    ['empty', () => Buffer.alloc(0)],
  ])('leaves nothing behind when its file is %s', async (title, damage) => {
    const file = join(root, `${title}.tar.gz`)
    writeFileSync(file, damage(readFileSync(join(root, 'sauvegardes', 'base.tar.gz'))))
    const dir = join(root, title)
    await expect(restoreEmbedded(file, dir)).rejects.toMatchObject({
      code: 'db.unreachable',
      message: `La sauvegarde ${file} est illisible ou incomplète.`,
    })
    expect(readdirSync(dir)).toEqual([])
  })
})

describe('the archive', () => {
  it('gives back files of any size, empty directories included', async () => {
    const source = join(root, 'source')
    mkdirSync(join(source, 'a', 'empty'), { recursive: true })
    const sizes = [0, 1, 511, 512, 513, 65_536, 200_001]
    for (const size of sizes) writeFileSync(join(source, 'a', `file-${size}`), Buffer.alloc(size, size % 251))
    await unpackDirectory(packDirectory(source), join(root, 'copy'))
    expect(existsSync(join(root, 'copy', 'a', 'empty'))).toBe(true)
    const changed = sizes.filter((size) => !readFileSync(join(root, 'copy', 'a', `file-${size}`)).equals(Buffer.alloc(size, size % 251)))
    expect(changed).toEqual([])
  })

  it('writes nothing outside its directory', async () => {
    mkdirSync(join(root, 'evil'))
    writeFileSync(join(root, 'evil', 'xx_outside'), 'x')
    const pieces: Buffer[] = []
    for await (const piece of packDirectory(join(root, 'evil'))) pieces.push(piece)
    const archive = Buffer.concat(pieces)
    archive.write('../outside', 0)
    await expect(unpackDirectory(Readable.from([archive]), join(root, 'target'))).rejects.toThrow('damaged archive')
    expect(existsSync(join(root, 'outside'))).toBe(false)
  })
})
