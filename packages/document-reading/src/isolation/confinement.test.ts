import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findConfinement, spawnConfined } from './child-process.ts'
import type { ProbeTarget } from './probe-network.fixture.ts'
import { readableCode } from './readable-code.ts'

const PROGRAM_ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const READER = 'packages/document-reading/src'
const PROBE = `${READER}/isolation/probe.fixture.ts`

/** Root of a copy of the installed program, with its data and settings in the same folder, as by default. */
let root: string
let target: Omit<ProbeTarget, 'confined'>
let received = 0
const ends: (() => unknown)[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'confinement-'))
  await cp(join(PROGRAM_ROOT, READER), join(root, READER), { recursive: true })
  for (const file of ['package.json', 'packages/document-reading/package.json']) await cp(join(PROGRAM_ROOT, file), join(root, file))
  const secrets = {
    'the secret of the instance': 'data/secret.json',
    'the settings': '.env',
    'the file of another person': 'data/fichiers/0b6e.json',
    'the database': 'data/base/1',
    'the demonstration data': 'seed/documents.json',
    'the rest of the program': 'server/src/main.ts',
  }
  for (const path of Object.values(secrets)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), '{}')
  }
  const http = createServer((_request, response) => response.end())
  const onPath = createTcpServer((socket) => socket.destroy())
  for (const server of [http, onPath] as Server[]) server.on('connection', () => void received++)
  http.listen(0, '127.0.0.1')
  onPath.listen(join(root, 'socket'))
  // A DNS answer without a record: the question, with the flag of an answer.
  const udp = createSocket('udp4', (message, { port, address }) => {
    received++
    if (message.length > 2) udp.send(Buffer.concat([message.subarray(0, 2), Buffer.from([0x81, 0x80]), message.subarray(4)]), port, address)
  }).bind(0, '127.0.0.1')
  await Promise.all([once(http, 'listening'), once(onPath, 'listening'), once(udp, 'listening')])
  const victim = spawn('sleep', ['600'], { stdio: 'ignore' })
  ends.push(
    () => http.close(),
    () => onPath.close(),
    () => udp.close(),
    () => victim.kill('SIGKILL'),
  )
  target = {
    secrets: Object.fromEntries(Object.entries(secrets).map(([what, path]) => [what, join(root, path)])),
    tcpPort: (http.address() as AddressInfo).port,
    udpPort: udp.address().port,
    socketPath: join(root, 'socket'),
    victim: victim.pid!,
  }
})
afterAll(async () => {
  for (const end of ends) end()
  await rm(root, { recursive: true })
})

const { command } = await findConfinement()

type Findings = { tried: string[]; worked: string[] }

async function resultOf(child: { stdout: NodeJS.ReadableStream }): Promise<Findings> {
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  return JSON.parse(text) as Findings
}
const parametersOf = (confined: boolean) => [JSON.stringify({ ...target, confined } satisfies ProbeTarget)]

describe('a captured parser', { timeout: 120_000 }, () => {
  test('can read, write, start, call, signal and steal nothing, where data and settings stand beside the program', async () => {
    const before = { files: await readdir(root, { recursive: true }), received }
    const findings = await resultOf(spawnConfined(join(root, PROBE), { command: [], readablePaths: readableCode(root) }, { parameters: parametersOf(true) }))
    expect(findings.worked).toEqual([])
    expect(findings.tried.length).toBeGreaterThan(60)
    expect({ files: await readdir(root, { recursive: true }), received }).toEqual(before)
  })

  test('would do nearly all of it if it were not confined: the probe can tell', async () => {
    const { tried, worked } = await resultOf(
      spawn(process.execPath, ['--no-warnings', join(root, PROBE), ...parametersOf(false)], { stdio: ['pipe', 'pipe', 'ignore'] }),
    )
    // A process inherits an open file only by chance, so this attempt may fail even without confinement.
    expect(tried.filter((name) => !worked.includes(name) && name !== 'read a file that its parent has open')).toEqual([])
    expect(received).toBeGreaterThan(10)
  })

  test.skipIf(!command.includes('unshare'))('has no address to call either, where the system gives namespaces', async () => {
    const before = received
    const [file, ...rest] = [...command, process.execPath, '--no-warnings', join(root, PROBE), ...parametersOf(false)]
    const { worked } = await resultOf(spawn(file!, rest, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] }))
    const calls = worked.filter((name) => /^(open a connection|call|ask|send)/.test(name))
    // Neither attempt reaches the network, but `confine` refuses both in every case.
    expect(calls).toEqual(['open a connection on a path', 'open a connection with the class of its own input'])
    expect(received).toBe(before + 1)
  })
})

test('the child may read folders of code alone, named one by one', () => {
  const patterns = readableCode()
  expect(patterns.length).toBeGreaterThan(20)
  for (const pattern of patterns) {
    const inside = pattern.slice(PROGRAM_ROOT.length)
    expect(inside).toMatch(
      /^((packages\/document-reading\/)?package\.json|packages\/document-reading\/src\/\*|(packages\/document-reading\/)?node_modules\/(@[\w.-]+\/)?[\w.-]+\/\*)$/,
    )
  }
})
