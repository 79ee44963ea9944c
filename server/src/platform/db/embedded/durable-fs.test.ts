import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshFolder } from '../../../testing/folder.ts'
import { DurableFs, durableParams } from './durable-fs.ts'
import { simpleQuery } from './wire.ts'

const root = freshFolder('fsync')
let flush: (fd: number) => void
let flushed = 0
let pglite: PGlite

beforeEach(async () => {
  flush = fsyncSync
  const fs = new DurableFs(root, (fd) => {
    flush(fd)
    flushed += 1
  })
  pglite = await PGlite.create({ fs, startParams: durableParams })
  await pglite.exec('create table t (a int)')
  flushed = 0
}, 120_000)

afterEach(() => pglite.close())

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
