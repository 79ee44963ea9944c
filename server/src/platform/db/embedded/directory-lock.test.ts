import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../../testing/folder.ts'
import { lockDirectory } from './directory-lock.ts'

const CHILD = fileURLToPath(new URL('../../../testing/databases/database-child.ts', import.meta.url))
const root = freshFolder('lock')
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a process that tries to take `dir`; gives what it says about it. */
async function contender(dir: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [CHILD, 'lock', dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const { value } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next()
  return { child, said: String(value) }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

const longName = join(...Array.from({ length: 8 }, () => 'un-nom-de-dossier-assez-long'))

describe.each([
  ['a short path', 'base'],
  ['a path longer than a socket accepts', longName],
])('the lock of a directory at %s', (_title, name) => {
  it('refuses a second process in French, naming the first, and is taken over after kill -9', async () => {
    const dir = join(root, name)
    mkdirSync(dir, { recursive: true })
    const { child, said } = await contender(dir)
    expect(said).toBe('locked')
    await expect(lockDirectory(dir)).rejects.toMatchObject({
      code: 'db.locked',
      message: `La base de données du dossier ${dir} est déjà ouverte par un autre processus (numéro ${child.pid}). Arrêtez-le avant de recommencer, ou donnez un autre dossier par PARVIS_DATA_DIR.`,
    })
    await kill(child)
    const lock = await lockDirectory(dir)
    expect((await contender(dir)).said).toContain(`(numéro ${process.pid})`)
    await lock.release()
    expect(readdirSync(dir)).toEqual([])
  })
})

it('gives the lock of a killed process to one only of those who want it', async () => {
  const { child } = await contender(root)
  await kill(child)
  const answers = await Promise.all(Array.from({ length: 4 }, () => contender(root)))
  expect(answers.filter(({ said }) => said === 'locked')).toHaveLength(1)
  expect(answers.filter(({ said }) => said.startsWith('refused'))).toHaveLength(3)
})

it('refuses the same process a second time, and gives the directory back after release', async () => {
  const lock = await lockDirectory(root)
  await expect(lockDirectory(root)).rejects.toMatchObject({ code: 'db.locked' })
  await lock.release()
  await (await lockDirectory(root)).release()
})
