import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root } from './install.mjs'
import { run } from './run.mjs'
import { filesUnder, hashFiles, readStamp, writeStamp } from './stamp.mjs'

const dist = join(root, 'web', 'dist')
const stampFile = join(dist, '.stamp')

/**
 * Builds the web application when its sources, the contract or the lock have changed since.
 * @param {{ force: boolean }} options
 * @returns {Promise<boolean>} false: the build failed, and said why
 */
export async function ensureWebBuilt({ force }) {
  const stamp = hashFiles(root, sources())
  if (!force && readStamp(stampFile) === stamp && existsSync(join(dist, 'index.html'))) return true
  console.error('Construction de l’application web…')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code } = await run(projectNode, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web'), output: 'stderr' })
  if (code !== 0) {
    console.error('L’application web n’a pas pu être construite : la cause est écrite ci-dessus.')
    return false
  }
  writeStamp(stampFile, stamp)
  return true
}

function sources() {
  const skip = ['node_modules', 'dist']
  return [
    ...filesUnder(join(root, 'web'), skip),
    ...filesUnder(join(root, 'contract'), skip),
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.base.json'),
  ].filter((file) => !/\.test\.tsx?$/.test(file))
}
