import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'thread-'))))
afterAll(() => rm(folder, { recursive: true }))

const door = JSON.stringify(new URL('./thread.ts', import.meta.url).href)

test('a thread that answers while it is being closed is closed all the same, and what follows runs', async () => {
  await writeFile(join(folder, 'answers.mts'), `import { serveThread } from ${door}\nserveThread((question) => question)\n`)
  const program = `
    import { startThread } from ${door}
    const thread = startThread(new URL('./answers.mts', import.meta.url), null)
    await thread.send('ready')
    thread.send('nobody waits for this').catch(() => {})
    // The answer is there before the process looks at what it received.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    await thread.close()
    console.log('closed')`
  await writeFile(join(folder, 'closes.mts'), program)
  expect((await promisify(execFile)(process.execPath, [join(folder, 'closes.mts')])).stdout).toBe('closed\n')
})
