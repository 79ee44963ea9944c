import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { createS3Client, defaultTimeouts } from '../../platform/blobs/s3-client.ts'
import type { S3Settings } from '../../platform/config/read-files.ts'
import { freePort } from '../listen-locally.ts'

const startTries = 300

/** Finds a program of Ceph in the folder of `TEST_RADOSGW`, in PATH or where Debian installs it. */
const findProgram = (name: string): string | undefined =>
  [process.env['TEST_RADOSGW'] ?? '', ...(process.env['PATH'] ?? '').split(':'), '/usr/bin']
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

/** Whether tests of a real object store can run here. */
export const hasRadosgw = findProgram('radosgw') !== undefined && findProgram('radosgw-admin') !== undefined

export type Radosgw = {
  settings: S3Settings
  start(): Promise<void>
  /** Kills the process, with SIGKILL. */
  kill(): Promise<void>
  remove(): Promise<void>
}

/** Starts radosgw, the S3 gateway of Ceph, over a SQLite file (`dbstore`): one process without a cluster, with one account and one bucket. */
export async function startRadosgw(prefix: string): Promise<Radosgw> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-radosgw-'))
  const port = await freePort()
  mkdirSync(path.join(dir, 'data'))
  const config = path.join(dir, 'ceph.conf')
  const lines = [
    'rgw_backend_store = dbstore',
    'rgw_config_store = dbstore',
    `dbstore_db_dir = ${dir}`,
    `rgw_data = ${dir}/data`,
    `rgw_frontends = beast endpoint=127.0.0.1:${port}`,
    `log_file = ${dir}/log`,
    `run_dir = ${dir}`,
  ]
  writeFileSync(config, `[global]\n${lines.join('\n')}\n`)
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'parvis',
    region: 'us-east-1',
    accessKeyId: 'CLE',
    secretAccessKey: 'secret-de-la-cle',
    prefix,
    forcePathStyle: true,
  }
  const common = ['--no-mon-config', '-c', config, '-n', 'client.parvis']
  let child: ChildProcess | null = null
  const start = async () => {
    const output = openSync(path.join(dir, 'output'), 'a')
    child = spawn(findProgram('radosgw')!, [...common, '-f'], { cwd: dir, stdio: ['ignore', output, output] })
    for (let tries = 0; !(await fetch(settings.endpoint).catch(() => null)); tries += 1) {
      if (tries === startTries || child.exitCode !== null) throw new Error('radosgw does not start')
      await wait(100)
    }
  }
  const kill = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child!.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  const user = ['user', 'create', '--uid', 'parvis', '--display-name', 'Parvis', '--access-key', settings.accessKeyId]
  execFileSync(findProgram('radosgw-admin')!, [...common, ...user, '--secret', settings.secretAccessKey], { cwd: dir, stdio: 'ignore' })
  await createS3Client(settings, defaultTimeouts).send(new CreateBucketCommand({ Bucket: settings.bucket }))
  return {
    settings,
    start,
    kill,
    remove: async () => {
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
