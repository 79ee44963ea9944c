import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createS3Blobs } from '../../platform/blobs/s3-blobs.ts'
import type { S3Settings } from '../../platform/config/read-files.ts'
import { newDocument } from '../../platform/jobs/jobs.fixture.ts'
import { prepareFiles } from '../../setup/prepare-files.ts'
import { startFakeS3 } from '../../testing/fakes/fake-s3-server.ts'
import { openFolder } from '../../testing/folder.ts'
import { isFullRun } from '../../testing/full-run.ts'
import { anotherApp } from '../../testing/open-test-app.ts'
import { hasRadosgw, startRadosgw } from '../../testing/object-store/radosgw.ts'
import { sweepFiles } from './reconcile.ts'

const folder = openFolder('crash')
const writers = 3
const kills = 5
/** Number of files of the measure of docs/exploitation.md; fewer in the tests. */
const fileCount = Number(process.env['CRASH_FILES'] ?? 30)

type Store = { settings: S3Settings; start(): Promise<void>; kill(): Promise<void>; remove(): Promise<void> }
type Acknowledged = { id: string; size: number; sha256: string }

/** Starts the writing processes. @returns what they acknowledge, as it comes, and the end of all */
function startWriters(settings: S3Settings, bytes: number) {
  const acknowledged: Acknowledged[] = []
  const counts = { refused: 0 }
  const ends = Array.from({ length: writers }, (_, at) => {
    const args = [JSON.stringify(settings), path.join(folder, String(at)), String(fileCount / writers), String(bytes)]
    const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../testing/object-store/blob-writer.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill())
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'refused') counts.refused += 1
      else acknowledged.push(JSON.parse(line) as Acknowledged)
    })
    return new Promise<number | null>((resolve) => child.once('close', resolve))
  })
  return { acknowledged, counts, ended: Promise.all(ends) }
}

const openFake = async (): Promise<Store> => {
  const fake = await startFakeS3('fichiers/')
  return { settings: fake.settings, start: fake.restart, kill: fake.kill, remove: fake.close }
}

describe.each<[name: string, isHere: boolean, open: () => Promise<Store>, bytes: number]>([
  ['in memory', true, openFake, 100_000],
  ['radosgw', isFullRun && hasRadosgw, () => startRadosgw('fichiers/'), 1_000_000],
])('a store (%s) that is killed five times while three processes write to it', (_name, isHere, open, bytes) => {
  test.skipIf(!isHere)('loses nothing that it acknowledged, mixes no bytes, and has no stray file after a sweep', { timeout: 3_600_000 }, async () => {
    const store = await open()
    onTestFinished(() => store.remove())
    const app = await anotherApp({ config: { files: { kind: 's3', ...store.settings } } })
    await prepareFiles(app.context)
    const { acknowledged, counts, ended } = startWriters(store.settings, bytes)
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect.poll(() => acknowledged.length, { timeout: 1_800_000, interval: 20 }).toBeGreaterThanOrEqual(Math.floor((kill * fileCount) / (kills + 1)))
      await store.kill()
      await wait(isFullRun ? 1_500 : 300)
      await store.start()
    }
    expect(await ended).toEqual(Array.from({ length: writers }, () => 0))
    expect(acknowledged).toHaveLength(fileCount)
    const blobs = createS3Blobs(store.settings, path.join(folder, 'reader'))
    const found = { lost: 0, other: 0 }
    for (const { id, sha256 } of acknowledged) {
      const file = await blobs.read(id, sha256)
      if (file === null) found.lost += 1
      else await buffer(file.content).catch(() => (found.other += 1))
      const document = await newDocument(app.db, `${id}.txt`)
      await app.db.updateTable('document').set({ blob_id: id, sha256 }).where('id', '=', document).execute()
    }
    expect(found).toEqual({ lost: 0, other: 0 })
    const before = (await Array.fromAsync(blobs.olderThan(-60_000))).flat().length
    await sweepFiles(app.context, -60_000)
    const left = (await Array.fromAsync(blobs.olderThan(-60_000))).flat()
    expect(left.toSorted()).toEqual(acknowledged.map(({ id }) => id).toSorted())
    app.context.log.info({ files: fileCount, refused: counts.refused, stray: before - fileCount }, 'files written while the store was killed')
    if (process.env['CRASH_FILES'] !== undefined) process.stdout.write(`${app.logs.at(-1)}\n`)
  })
})
