import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'
import { hashFiles, readStamp, writeStamp } from './stamp.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Path of the Node pinned by the project as a dev dependency, whatever the machine has. */
export const projectNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Folder of Node's compile cache, which saves a fifth of the processor time of a start. Node ignores it if it cannot write there. */
export const compiled = join(root, 'node_modules/.cache/parvis/compiled')

const stampFile = join(root, 'node_modules', '.parvis-stamp')

/**
 * Installs the dependencies, unless node_modules already matches the committed lock file.
 * @returns {Promise<boolean>} false when the installation failed; the reason was printed
 */
export async function ensureInstalled() {
  const stamp = hashFiles(root, manifests())
  if (readStamp(stampFile) === stamp && existsSync(projectNode)) return true
  if (installedMatchesLock()) {
    writeStamp(stampFile, stamp)
    return true
  }
  console.error('Installation des dépendances (environ une minute)…')
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0 || !existsSync(projectNode)) {
    // When the lock file is wrong, npm prints the cause, then its whole manual, which is cut off.
    console.error(output.split('npm error Clean install a project')[0]?.trimEnd())
    console.error('Les dépendances n’ont pas pu être installées : la cause est écrite ci-dessus (accès au réseau ?). Relancez ensuite la commande.')
    return false
  }
  writeStamp(stampFile, stamp)
  return true
}

/** Returns the paths of the files that determine node_modules: the lock file and each package.json. */
function manifests() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['package-lock.json', 'package.json', ...workspaces.map((/** @type {string} */ folder) => join(folder, 'package.json'))].map((file) =>
    join(root, file),
  )
}

/**
 * Whether node_modules matches the lock file although it has no stamp, as after `npm ci` by a developer: npm stores there the list of installed packages.
 * Optional packages (binaries of other platforms) may be missing.
 */
function installedMatchesLock() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(projectNode) || !existsSync(installedFile)) return false
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, optional, devOptional }]) => (installed[path] ? installed[path].version === version : Boolean(optional || devOptional)))
}

/** @param {string[]} args */
function npm(args) {
  // Inside `npm run`, npm gives its own path; otherwise it is searched in the PATH.
  const script = process.env.npm_execpath
  return script?.endsWith('.js')
    ? run(process.execPath, [script, ...args], { cwd: root, output: 'capture' })
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: root, output: 'capture' })
}
