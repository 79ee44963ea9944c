import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_LIMITS } from '../limits.ts'
import { readMessages, startParserChild, type ParseJob } from './child-process.ts'
import { MAX_LINE_BYTES } from './protocol.ts'
import { createTimeBudget } from './watch-child.ts'

const SIZE = 4 * 2 ** 20
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lecteur-'))
  path = join(folder, 'a.txt')
  await writeFile(path, Buffer.alloc(SIZE, 'x'))
})
afterAll(() => rm(folder, { recursive: true }))

const job = (): ParseJob => ({
  path,
  size: SIZE,
  filename: 'a.txt',
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  onProgress: () => {},
  recognise: false,
  recognisedPages: [],
  onRecognised: () => {},
})

/** Starts a child that runs a shell script instead of the reader. */
const startScript = (script: string) => startParserChild({ command: ['sh', '-c', script, 'sh'], readablePaths: [] })

test('one that the system cannot start rejects, so that the document is tried again', async () => {
  const child = startParserChild({ command: [join(folder, 'nobody')], readablePaths: [] })
  await expect(child.parse(job())).rejects.toThrow('reading could not begin')
  expect(child.isAlive()).toBe(false)
  await child.kill()
})

test('one that ends in the middle of its document leaves no file open', async () => {
  const result = await startScript('exit 0').parse(job())
  expect(result).toMatchObject({ ok: false, failure: { code: 'extraction.damaged' } })
  await expect.poll(openFiles).not.toContain(path)
})

test('one that answers what was not asked is ended', async () => {
  await expect(startScript(`echo '{"type":"read","id":7,"format":"txt","title":null}'; exec cat >/dev/null`).parse(job())).rejects.toThrow('SIGKILL')
})

test('a page that asks for time gets its own, not what is left of that of the whole', async () => {
  const limits = { ...DEFAULT_LIMITS, killMs: 600_000, ocrPageMs: 0 }
  const result = await startScript(`echo '{"type":"slow_page","id":1}'; exec cat >/dev/null`).parse({ ...job(), limits, recognise: true })
  expect(result).toMatchObject({ ok: false, failure: { code: 'extraction.time' } })
})

test('a reading that recognises nothing is given no more time than that of the whole, whatever the child asks for', async () => {
  const limits = { ...DEFAULT_LIMITS, killMs: 50, ocrPageMs: 600_000 }
  const result = await startScript(`echo '{"type":"slow_page","id":1}'; exec cat >/dev/null`).parse({ ...job(), limits })
  expect(result).toMatchObject({ ok: false, failure: { code: 'extraction.time' } })
})

test('a clock that is set forward in the middle of a reading does not stop it', async () => {
  let clock = 0
  const now = vi.spyOn(Date, 'now').mockImplementation(() => (clock += 600_000))
  onTestFinished(() => now.mockRestore())
  const answer = `sleep 0.6; echo '{"type":"read","id":1,"format":"txt","title":null}'; exec cat >/dev/null`
  expect(await startScript(answer).parse(job())).toMatchObject({ ok: true })
})

test('a child on a shared processor has the time of its work, and one that is stuck has not', () => {
  const at = (elapsed: number, processor: number | null) => ({ elapsed, processor })
  const isSpent = (...instants: ReturnType<typeof at>[]) => {
    const budget = createTimeBudget(6_000)
    return instants.map((instant) => budget.isSpent(instant)).at(-1)
  }
  expect(isSpent(at(0, 0), at(30_000, 3_000), at(59_000, 5_900))).toBe(false)
  expect(isSpent(at(0, 0), at(7_000, 6_010))).toBe(true)
  expect(isSpent(at(0, 0), at(30_000, 3_000), at(61_000, 5_000))).toBe(true)
  expect(isSpent(at(0, null), at(5_900, null))).toBe(false)
  expect(isSpent(at(0, null), at(6_100, null))).toBe(true)
  const stuck = createTimeBudget(300_000)
  expect([at(0, 0), at(1_000, 500), at(60_000, 500), at(61_100, 500)].map((instant) => stuck.isSpent(instant))).toEqual([false, false, false, true])
})

test('nonsense, or a line without end, is not listened to', async () => {
  const heard: number[] = []
  const endless = `{"type":"progress","id":3,"x":"${'x'.repeat(MAX_LINE_BYTES)}"}\n`
  for (const text of ['{"type":"progress","id":1}\nnonsense\n{"type":"progress","id":2}\n', '{"cmd":"NODE_HANDLE"}\n', endless]) {
    const stream = new PassThrough()
    const nonsense = new Promise<void>((resolve) => {
      readMessages(stream, (message) => heard.push(message.id), resolve)
    })
    stream.end(text)
    await nonsense
  }
  expect(heard).toEqual([1])
})

/** Lists the files opened by this process. */
async function openFiles(): Promise<string[]> {
  const files = await readdir('/proc/self/fd')
  return Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')))
}
