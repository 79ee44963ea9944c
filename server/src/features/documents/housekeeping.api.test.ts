import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { anotherApp } from '../../testing/open-test-app.ts'
import { storedFiles } from './documents.fixture.ts'
import { startLibraryHousekeeping } from './housekeeping.ts'

test('the first files of an upload that lasts for hours are left to it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await anotherApp()
  const { context } = app
  const hour = 3_600_000
  const written = async (hoursAgo: number) => {
    const { id } = await context.blobs.write(
      (async function* () {
        yield Buffer.from('Le premier de plusieurs.')
      })(),
    )
    const then = new Date(Date.now() - hoursAgo * hour)
    await utimes(path.join(context.config.dataDir, 'fichiers', id.slice(0, 2), id), then, then)
    return id
  }
  const [ofUpload] = [await written(2), await written(4)]
  startLibraryHousekeeping(context, false, 1.5 * hour)
  await expect.poll(() => storedFiles(app)).toHaveLength(1)
  expect(await storedFiles(app)).toEqual([ofUpload])
})
