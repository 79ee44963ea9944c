import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'
import { hashFiles, readStamp, writeStamp } from './stamp.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The Node that the project pins as a dev dependency, whatever the machine has. */
export const projectNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Where Node keeps what it made of the TypeScript: a start costs a fifth less processor. It does without where it may not write. */
export const compiled = join(root, 'node_modules/.cache/parvis/compiled')

const stampFile = join(root, 'node_modules', '.parvis-stamp')

/**
 * Installs the dependencies unless node_modules already answers to the committed lock.
 * @returns {Promise<boolean>} false: it could not be done, and the reason was printed
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
    // npm ends with its whole manual when it finds the lock wrong: the cause stands before it.
    console.error(output.split('npm error Clean install a project')[0]?.trimEnd())
    console.error('Les dépendances n’ont pas pu être installées : la cause est écrite ci-dessus (accès au réseau ?). Relancez ensuite la commande.')
    return false
  }
  writeStamp(stampFile, stamp)
  return true
}

/** The lock and each package.json: what decides of node_modules. */
function manifests() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['package-lock.json', 'package.json', ...workspaces.map((/** @type {string} */ folder) => join(folder, 'package.json'))].map((file) =>
    join(root, file),
  )
}

/**
 * True where a developer has run npm themselves: npm leaves in node_modules the list of what it
 * installed. Optional packages (other platforms' binaries) may be absent from it.
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
  // Inside `npm run`, npm says where it is; otherwise it is looked for in the PATH.
  const script = process.env.npm_execpath
  return script?.endsWith('.js')
    ? run(process.execPath, [script, ...args], { cwd: root, output: 'capture' })
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: root, output: 'capture' })
}
