import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../testing/folder.ts'
import { listenForOperator } from '../operator-socket.ts'
import { takeSnapshot } from '../snapshot.ts'

const backup = fileURLToPath(new URL('../../backup.ts', import.meta.url))
const dataDir = freshFolder('arretee')

test('a back-up that is stopped as the server has made the copy, and has not told it yet, leaves no copy', async () => {
  const made = Promise.withResolvers<string>()
  const { close } = await listenForOperator(dataDir, {
    // Makes the copy but never answers, and does not remove it when the command is killed.
    instantane: async (asked) => {
      await mkdir(path.join(dataDir, 'base', 'pgdata'), { recursive: true })
      made.resolve(await takeSnapshot(dataDir, { copyTo: async () => {} }, async () => Infinity, (asked as { name: string }).name))
      return await new Promise(() => {})
    },
  })
  onTestFinished(close)
  const command = spawn(process.execPath, [backup, `${dataDir}.tar.gz`], {
    env: { PATH: process.env['PATH'], PARVIS_DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const copy = path.basename(await made.promise)
  expect(await readdir(dataDir)).toContain(copy)
  command.kill('SIGTERM')
  expect(await once(command, 'exit')).toEqual([null, 'SIGTERM'])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('sauvegarde-'))).toEqual([])
})

test('a name that no command makes is not followed', async () => {
  await mkdir(path.join(dataDir, 'base', 'pgdata'), { recursive: true })
  const dir = await takeSnapshot(dataDir, { copyTo: async () => {} }, async () => Infinity, '../ailleurs')
  expect(path.dirname(dir)).toBe(dataDir)
})
