import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compiled, projectNode, root } from './install.mjs'
import { run } from './run.mjs'
import { serverOptions } from './server.mjs'
import { filesUnder, hashFiles, readStamp, writeStamp } from './stamp.mjs'

const dist = join(root, 'web', 'dist')
const stampFile = join(dist, '.stamp')
/** Where a build is written, and where the one before it stands for the instant of the exchange. */
const [next, former] = [`dist-next-${process.pid}`, `dist-former-${process.pid}`].map((name) => join(root, 'web', name))

/**
 * Builds the web application when its sources, the contract or the lock have changed since, and prepares the database of a first start beside
 * it; `isAsked`: the latter whatever has changed.
 * @param {{ force: boolean, isAsked: boolean }} options
 * @returns {Promise<boolean>} false: the build failed, and said why, or was told to stop
 */
export async function ensureBuilt({ force, isAsked }) {
  const stamp = hashFiles(root, sources())
  const isUpToDate = !force && readStamp(stampFile) === stamp && existsSync(join(dist, 'index.html'))
  if (isUpToDate && !isAsked) return true
  const parts = await Promise.all([isUpToDate || buildPages(stamp), prepareDatabase()])
  return parts.every(Boolean)
}

/**
 * They are written aside and take their place by a rename: a server that runs meanwhile never reads a page that is half there, and a failed build
 * changes nothing.
 * @param {string} stamp
 */
async function buildPages(stamp) {
  console.error('Construction de l’application web…')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code } = await run(projectNode, [vite, 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'], {
    cwd: join(root, 'web'),
    output: 'stderr',
  })
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true })
    console.error('L’application web n’a pas pu être construite : la cause est écrite ci-dessus.')
    return false
  }
  writeStamp(join(next, '.stamp'), stamp)
  exchange()
  return true
}

/**
 * Made once here, and not by each first start. One that has none makes its own, so that a failure, which says why, stops nothing.
 * @returns {Promise<boolean>} false: it was told to stop
 */
async function prepareDatabase() {
  const { code } = await run(projectNode, [...serverOptions, join('server', 'src', 'prepare.ts')], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
    output: 'stderr',
  })
  if (code !== 0) console.error('La base de départ n’a pas pu être préparée : un premier démarrage fera la sienne.')
  return code < 128
}

function exchange() {
  if (existsSync(dist)) renameSync(dist, former)
  renameSync(next, dist)
  rmSync(former, { recursive: true, force: true })
}

function sources() {
  const skip = ['node_modules', 'dist', basename(next), basename(former)]
  return [
    ...filesUnder(join(root, 'web'), skip),
    ...filesUnder(join(root, 'contract'), skip),
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.base.json'),
  ].filter((file) => !/\.test\.tsx?$/.test(file))
}
