import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compiled, projectNode, root } from './install.mjs'
import { run } from './run.mjs'
import { serverOptions } from './server.mjs'
import { filesUnder, hashFiles, readStamp, writeStamp } from './stamp.mjs'

const dist = join(root, 'web', 'dist')
const stampFile = join(dist, '.stamp')
/** Folders of a build in progress, and of the previous build while they are exchanged. */
const [next, former] = [`dist-next-${process.pid}`, `dist-former-${process.pid}`].map((name) => join(root, 'web', name))

/**
 * Builds the web application and prepares the database of a first start, if the web sources, the contract or the lock file have changed. `force`: builds
 * the application in any case. `isAsked`: prepares the database in any case.
 * @param {{ force: boolean, isAsked: boolean }} options
 * @returns {Promise<boolean>} false when the build failed (the reason was printed) or was interrupted
 */
export async function ensureBuilt({ force, isAsked }) {
  const stamp = hashFiles(root, sources())
  const isUpToDate = !force && readStamp(stampFile) === stamp && existsSync(join(dist, 'index.html'))
  if (isUpToDate && !isAsked) return true
  const parts = await Promise.all([isUpToDate || buildPages(stamp), prepareDatabase()])
  return parts.every(Boolean)
}

/**
 * Builds the pages in a temporary folder, then renames it: a running server never reads an incomplete page, and a failed build changes nothing.
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
 * Prepares once the database that each first start would otherwise create. A failure is printed and is not fatal: a first start then creates its own.
 * @returns {Promise<boolean>} false when it was interrupted by a signal
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
