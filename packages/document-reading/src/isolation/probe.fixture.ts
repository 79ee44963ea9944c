/**
 * Program of a test: tries everything a captured parser would, and tells on its standard output what worked. Its argument is
 * a `ProbeTarget` in JSON.
 */
import { Buffer } from 'node:buffer'
import cluster from 'node:cluster'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { env } from 'node:process'
import { confine } from './confine.ts'
import { networkAttempts, type ProbeTarget, type Attempts } from './probe-network.fixture.ts'

const target = JSON.parse(process.argv[2]!) as ProbeTarget
const require = createRequire(import.meta.url)
const secret = Object.values(target.secrets)[0]!

/** Throws when it fails, like the others. */
const started = ({ error }: { error?: Error | undefined }) => {
  if (error) throw error
}

const files: Attempts = {
  ...Object.fromEntries(Object.entries(target.secrets).map(([what, path]) => [`read ${what}`, () => fs.readFileSync(path)])),
  'read a file of the system': () => fs.readFileSync('/etc/passwd'),
  'read the environment of the parent': () => fs.readFileSync(`/proc/${process.ppid}/environ`),
  'list a folder': () => fs.readdirSync(secret.replace(/[^/]+$/, '')),
  'learn that a file is there': () => fs.statSync(secret),
  'learn that a path leads somewhere': () => fs.realpathSync(secret),
  'learn that a path leads somewhere, later': () => promiseOf((done) => fs.realpath(secret, done)),
  'read a file as settings': () => process.loadEnvFile(secret),
  'read a file as a blob': async () => (await fs.openAsBlob(secret)).text(),
  'read a file as a stream': () =>
    promiseOf((done) =>
      fs
        .createReadStream(secret)
        .on('error', done)
        .on('data', () => done(null)),
    ),
  'read a file as a module': () => require(secret),
  'read a file as an imported module': () => import(secret, { with: { type: 'json' } }),
  'read a file as a database': () => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    new DatabaseSync(':memory:').exec(`attach '${secret}.db' as other`)
  },
  'read a file that its parent has open': () => {
    // The first three are given: null devices and pipes.
    for (let descriptor = 3; descriptor < 256; descriptor++) if (isFile(descriptor)) return fs.readSync(descriptor, Buffer.alloc(1))
    return absent()
  },
  'watch a folder': () => fs.watch(secret.replace(/[^/]+$/, '')).close(),
  'write a file': () => fs.writeFileSync(`${secret}.written`, ''),
  'write its own program': () => fs.appendFileSync(import.meta.filename, ''),
  'link a file': () => fs.linkSync(secret, `${secret}.linked`),
  'write a report': () => process.report.writeReport(`${secret}.report.json`),
  'have its memory written': () => process.getBuiltinModule('node:v8').setHeapSnapshotNearHeapLimit(1),
}

const code: Attempts = {
  'start a process': () => started(process.getBuiltinModule('node:child_process').spawnSync('id')),
  'start a worker process': () =>
    promiseOf((done) => {
      cluster.setupPrimary({ exec: '/dev/null', silent: true })
      const worker = cluster.fork()
      worker.on('error', done).on('online', () => done(null))
    }),
  'start a thread': () => startThread('0'),
  'start a thread with a network of its own': () => startThread(`require('node:net').connect(${target.tcpPort}, '127.0.0.1')`),
  // oxlint-disable-next-line no-new-func -- the attempt is the test
  'run code from a text': () => new Function('return 1')(),
  'load native code': () => {
    try {
      process.dlopen({ exports: {} }, '/dev/null')
    } catch (error) {
      // Loaded, and found not to be a library.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_DLOPEN_FAILED') throw error
    }
  },
  'take an internal part of Node': () => (process as unknown as { binding(name: string): unknown }).binding('tcp_wrap'),
  'run hooks in another thread': () => process.getBuiltinModule('node:module').register('data:text/javascript,'),
  'open the inspector': () => process.getBuiltinModule('node:inspector').open(0, '127.0.0.1'),
  'talk to the inspector': () => {
    const { Session } = process.getBuiltinModule('node:inspector')
    new Session().connect()
  },
  'open the system with WASI': () => {
    const { WASI } = process.getBuiltinModule('node:wasi')
    return new WASI({ version: 'preview1', preopens: { '/': '/' } })
  },
  'change the options of the engine': () => process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc'),
  'read a secret of the environment': () => Object.keys(env).some((name) => !['LANG', 'TZ'].includes(name)) || absent(),
}

const processes: Attempts = {
  'signal its parent': () => process.kill(process.ppid, 0),
  'signal another process': () => process.kill(target.victim, 0),
  'signal a process from below': () => (process as unknown as { _kill(pid: number, signal: number): number })._kill(target.victim, 0),
  'slow another process down': () => process.getBuiltinModule('node:os').setPriority(target.victim, 1),
  'debug another process': () => (process as unknown as { _debugProcess(pid: number): void })._debugProcess(target.victim),
}

function startThread(text: string): Promise<unknown> {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  return promiseOf((done) => new Worker(text, { eval: true }).on('error', done).on('online', () => done(null)))
}

function absent(): never {
  throw new Error('absent')
}

function isFile(descriptor: number): boolean {
  try {
    return fs.fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}

function promiseOf(begin: (done: (error: Error | null) => void) => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    begin((error) => (error ? reject(error) : resolve(null)))
  })
}

if (target.confined) confine()
// An attempt may fail where nobody waits for it.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

const attempts: Attempts = { ...files, ...code, ...networkAttempts(target), ...processes }
const worked: string[] = []
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await Promise.race([
      attempt(),
      new Promise((_, reject) => {
        setTimeout(() => reject(new Error('sans réponse')), 2_000)
      }),
    ])
    worked.push(name)
  } catch {
    // Refused, as it should be.
  }
}
process.stdout.write(JSON.stringify({ tried: Object.keys(attempts), worked }), () => process.exit())
