import { execFile, execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { findProgram, startProgram, stopProgram, untilReady } from './processes.ts'
import { sayStep, sayDetail } from './steps.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** PostgreSQL refuses to run as root. */
function databaseAccount(): { uid?: number; gid?: number } {
  const name = process.env['ESSAI_COMPTE'] ?? 'postgres'
  if (process.getuid?.() !== 0 || name === 'root') return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** @returns the address of the database */
export function startPostgres(dir: string, port: number): Promise<string> {
  return sayStep('PostgreSQL démarre', async () => {
    const [initdb, postgres] = ['initdb', 'postgres'].map((name) => findProgram(name, 'ESSAI_POSTGRES', 'postgresql-18')) as [string, string]
    const account = databaseAccount()
    mkdirSync(dir, { recursive: true })
    if (account.uid !== undefined) chownSync(dir, account.uid, account.gid!)
    const data = path.join(dir, 'donnees')
    execFileSync(initdb, ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '-D', data], { ...account, cwd: dir, stdio: 'ignore' })
    const start = async (...options: string[]) => {
      const flags = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...options].flatMap((option) => ['-c', option])
      const child = startProgram(postgres, ['-D', data, ...flags], path.join(dir, 'journal'), { ...account, cwd: dir })
      await untilReady(child, async () => (await query(`postgres://postgres@127.0.0.1:${port}/postgres`, 'select 1')).length === 1)
    }
    // Without the extension, a preloaded library that is missing prevents the start.
    await start('shared_preload_libraries=pg_textsearch').catch(() => start())
    return createDatabase(`postgres://postgres@127.0.0.1:${port}/postgres`, 'parvis')
  })
}

/** Whether a database has the extensions of the search engine of PostgreSQL. */
export async function hasSearchExtensions(url: string): Promise<boolean> {
  return (await query(url, "select 1 from pg_extension where extname in ('vector', 'pg_textsearch')")).length === 2
}

/** Creates a database with the extensions of the search engine. @returns its address */
export async function createDatabase(server: string, name: string): Promise<string> {
  const url = new URL(`/${name}`, server).href
  await query(server, `create database ${name}`)
  for (const extension of ['vector', 'pg_textsearch'])
    await query(url, `create extension ${extension}`).catch(() => sayDetail(`l’extension ${extension} n’est pas installée\u00a0: la recherche s’en passe`))
  return url
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

export type Store = { settings: Record<string, string>; start(): Promise<void>; kill(): Promise<void> }

/** Starts radosgw on a SQLite file (`dbstore`), with one account and one bucket. */
export async function startStore(dir: string, port: number): Promise<Store> {
  const [radosgw, admin] = [findProgram('radosgw', 'ESSAI_RADOSGW', 'radosgw'), findProgram('radosgw-admin', 'ESSAI_RADOSGW_ADMIN', 'radosgw')]
  mkdirSync(path.join(dir, 'donnees'), { recursive: true })
  const config = path.join(dir, 'ceph.conf')
  const lines = {
    rgw_backend_store: 'dbstore',
    rgw_config_store: 'dbstore',
    dbstore_db_dir: dir,
    rgw_data: path.join(dir, 'donnees'),
    rgw_frontends: `beast endpoint=127.0.0.1:${port}`,
    log_file: path.join(dir, 'journal-radosgw'),
    run_dir: dir,
  }
  writeFileSync(
    config,
    `[global]\n${Object.entries(lines)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'parvis',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'essai',
    S3_SECRET_ACCESS_KEY: 'essai-secret',
    S3_PREFIX: 'essai',
    S3_FORCE_PATH_STYLE: 'true',
  }
  const common = ['--no-mon-config', '-c', config, '-n', 'client.essai']
  let child: ReturnType<typeof startProgram>
  const start = async () => {
    child = startProgram(radosgw, [...common, '-f'], path.join(dir, 'journal'), { cwd: dir })
    await untilReady(child, async () => (await fetch(settings.S3_ENDPOINT)).status < 500)
  }
  const store = { settings, start, kill: () => stopProgram(child) }
  await sayStep('le stockage objet (radosgw) démarre', async () => {
    await start()
    const user = ['user', 'create', '--uid', 'parvis', '--display-name', 'Parvis', '--access-key', settings.S3_ACCESS_KEY_ID]
    execFileSync(admin, [...common, ...user, '--secret', settings.S3_SECRET_ACCESS_KEY], { cwd: dir, stdio: 'ignore' })
    await clientOf(store).send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }))
  })
  return store
}

const clientOf = ({ settings }: Pick<Store, 'settings'>): S3Client =>
  new S3Client({
    endpoint: settings['S3_ENDPOINT']!,
    region: settings['S3_REGION']!,
    forcePathStyle: true,
    credentials: { accessKeyId: settings['S3_ACCESS_KEY_ID']!, secretAccessKey: settings['S3_SECRET_ACCESS_KEY']! },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

export async function bucketKeys(store: Store): Promise<string[]> {
  const { Contents = [] } = await clientOf(store).send(new ListObjectsV2Command({ Bucket: store.settings['S3_BUCKET']! }))
  return Contents.map(({ Key = '' }) => Key)
}

export type Instance = {
  url: string
  dir: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Resident memory, in megabytes. */
  memory(): number
}

/** @throws with the output of the process, when it stops */
export async function startInstance(dir: string, port: number, settings: Record<string, string>): Promise<Instance> {
  const url = `http://127.0.0.1:${port}`
  const log = `${dir}.journal`
  const env = { ...settings, PARVIS_DATA_DIR: dir, PORT: String(port), HOST: '127.0.0.1' }
  let child: ReturnType<typeof startProgram>
  const start = async () => {
    child = startProgram(process.execPath, ['--max-semi-space-size=8', '--expose-gc', 'server/src/main.ts'], log, { cwd: project, env })
    await untilReady(child, async () => (await fetch(`${url}/api/health/ready`)).ok).catch((error: Error) => {
      throw new Error(`${error.message}\n${readFileSync(log, 'utf8').split('\n').slice(-10).join('\n')}`, { cause: error })
    })
  }
  await start()
  const memory = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_000)
  return { url, dir, start, kill: () => stopProgram(child), memory }
}

/** Starts nginx with the site of `deploy/nginx.instances.conf`, without its certificate. */
export function startNginx(dir: string, port: number, instances: readonly number[]): Promise<void> {
  return sayStep('nginx démarre devant elles (deploy/nginx.instances.conf)', async () => {
    mkdirSync(dir, { recursive: true })
    const recipe = readFileSync(path.join(project, 'deploy/nginx.instances.conf'), 'utf8')
    const site = recipe
      .replaceAll(/server 10\.0\.0\.1(\d):3000/g, (_, last: string) => `server 127.0.0.1:${instances[Number(last) - 1]}`)
      .replace(/server \{\n {2}listen 80;.*?\n\}\n/s, '')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*\n/gm, '')
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${path.join(dir, name)};`).join(' ')
    const file = path.join(dir, 'nginx.conf')
    writeFileSync(file, `daemon off; pid ${dir}/pid; error_log ${dir}/erreurs;\nevents {}\nhttp {\n${folders} access_log off;\n${site}}\n`)
    const child = startProgram(findProgram('nginx', 'ESSAI_NGINX', 'nginx'), ['-e', path.join(dir, 'erreurs'), '-c', file], path.join(dir, 'journal'), {
      cwd: dir,
    })
    await untilReady(child, async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).ok)
  })
}

/** Runs an operator command of the product. @returns the end of its output */
export async function runCommand(script: string, file: string, settings: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, [script, file], { cwd: project, env }).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr ?? error.message, { cause: error })
  })
  return stdout.trim()
}
