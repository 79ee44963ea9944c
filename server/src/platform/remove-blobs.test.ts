import { expect, test } from 'vitest'
import type { BlobStore } from './blobs/port.ts'
import { AppError } from './errors/app-error.ts'
import { removeBlobs } from './remove-blobs.ts'

test.each([
  ['a store that does not answer is asked once', new AppError('files.unavailable'), ['a', 'b'], [3]],
  ['any other failure leaves one file only', new Error('EACCES'), ['a', 'b', 'c', 'd'], [1]],
])('%s', async (_name, failure, asked, left) => {
  const calls: string[] = []
  const warnings: unknown[] = []
  const blobs = {
    remove: async (id: string) => {
      calls.push(id)
      if (id === 'b') throw failure
    },
  } as unknown as BlobStore
  const log = { warn: ({ files }: { files: number }) => void warnings.push(files) }
  await removeBlobs({ blobs, log: log as never }, ['a', 'b', 'c', 'd'])
  expect([calls, warnings]).toEqual([asked, left])
})
