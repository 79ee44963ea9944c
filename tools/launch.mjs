// Entry point of every `npm run` command. Any Node ≥ 20 may start it, before anything is installed: it uses no dependency and no TypeScript. It installs
// the dependencies if needed, then runs the command with the Node 24 pinned by the project. Its own messages go to stderr, because stdout belongs to the
// command.
import { compiled, ensureInstalled, projectNode, root } from './launch/install.mjs'
import { run } from './launch/run.mjs'
import { serverEnv, serverOptions, serverScript } from './launch/server.mjs'
import { ensureBuilt } from './launch/web-build.mjs'

/**
 * Arguments of the project's Node for each command. `web`: the web application is built first, with the database of a first start.
 * @type {Record<string, { args?: string[], env?: Record<string, string>, web?: true }>}
 */
const commands = {
  start: { args: [...serverOptions, serverScript], env: serverEnv, web: true },
  dev: { args: ['--watch', '--watch-preserve-output', serverScript], env: { PARVIS_MODE: 'dev' } },
  build: { web: true },
  check: { args: ['tools/check.ts'] },
  test: { args: ['tools/test.ts'] },
  bench: { args: ['bench/main.ts'], web: true },
  prove: { args: ['tools/prove.ts'], web: true },
  'demo-sso': { args: ['tools/demo-sso.ts'], web: true },
  screenshots: { args: ['tools/readme-screenshots.ts'], web: true },
  sbom: { args: ['tools/supply/main.ts'] },
  backup: { args: ['server/src/backup.ts'] },
  restore: { args: ['server/src/restore.ts'] },
  admin: { args: ['server/src/admin.ts'] },
  corpus: { args: ['server/src/corpus.ts'] },
}

const [name = '', ...extra] = process.argv.slice(2)
process.exitCode = await launch(name, extra)

/**
 * @param {string} name
 * @param {string[]} extra arguments given after `--`
 * @returns {Promise<number>} exit code
 */
async function launch(name, extra) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(`Commande inconnue : « ${name} ». Commandes : ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  if (!(await ensureInstalled())) return 1
  const force = name === 'build' && extra.includes('--force')
  if (command.web && !extra.includes('--help') && !(await ensureBuilt({ force, isAsked: name === 'build' }))) return 1
  if (!command.args) return 0
  const { code } = await run(projectNode, [...command.args, ...extra], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...command.env },
  })
  return code
}
