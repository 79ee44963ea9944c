import { fsyncSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DurableFs, durableParams } from './durable-fs.ts'
import { simpleQuery } from './wire.ts'

let root: string
let flush: (fd: number) => void
let flushed = 0
let pglite: PGlite

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'parvis-fsync-'))
  flush = fsyncSync
  const fs = new DurableFs(root, (fd) => {
    flush(fd)
    flushed += 1
  })
  pglite = await PGlite.create({ fs, startParams: durableParams })
  await pglite.exec('create table t (a int)')
  flushed = 0
}, 120_000)

afterEach(async () => {
  await pglite.close()
  rmSync(root, { recursive: true, force: true })
})

it('flushes the log to the disk at every commit', async () => {
  for (let row = 0; row < 20; row += 1) await pglite.query('insert into t values ($1)', [row])
  expect(flushed).toBe(20)
})

it('never acknowledges a commit whose flush failed', async () => {
  flush = () => {
    throw Object.assign(new Error('disk'), { code: 'EIO' })
  }
  const answer: string[] = []
  const onRawData = (bytes: Uint8Array): void => void answer.push(Buffer.from(bytes).toString('latin1'))
  await pglite.execProtocolRawStream(simpleQuery('insert into t values (1)'), { onRawData }).catch(() => {})
  expect(answer.join('')).not.toContain('INSERT')
})
