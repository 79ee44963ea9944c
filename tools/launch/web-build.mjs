import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectNode, root } from './install.mjs'
import { run } from './run.mjs'
import { filesUnder, hashFiles, readStamp, writeStamp } from './stamp.mjs'

const dist = join(root, 'web', 'dist')
const stampFile = join(dist, '.stamp')
/** Where a build is written, and where the one before it stands for the instant of the exchange. */
const [next, former] = [`dist-next-${process.pid}`, `dist-former-${process.pid}`].map((name) => join(root, 'web', name))

/**
 * Builds the web application when its sources, the contract or the lock have changed since. It is written aside and takes its
 * place by a rename: a server that runs meanwhile never reads a page that is half there, and a failed build changes nothing.
 * @param {{ force: boolean }} options
 * @returns {Promise<boolean>} false: the build failed, and said why
 */
export async function ensureWebBuilt({ force }) {
  const stamp = hashFiles(root, sources())
  if (!force && readStamp(stampFile) === stamp && existsSync(join(dist, 'index.html'))) return true
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
