import path from 'node:path'
import type { App } from './app.ts'
import type { FirstAdmin } from './features/auth/registration/create-first-admin.ts'
import { readConfig } from './platform/config/config.ts'
import { loadSettingsFile } from './platform/config/load-settings-file.ts'
import { operatorSentence } from './operations/errors.ts'

const duplicateSignalMs = 1_000
const root = path.resolve(import.meta.dirname, '../..')

// Expected errors (setting, database, list of deletions, operating system) are printed as one sentence; any other with its stack trace.
function refuse(error: unknown): never {
  process.stderr.write(`${operatorSentence(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}

/** Output of a first start not yet printed: the generated password can be read nowhere else. */
let pendingOutput = ''
const printPending = () => {
  process.stdout.write(pendingOutput)
  pendingOutput = ''
}
const onFirstAdmin = ({ username, password }: FirstAdmin) => {
  pendingOutput = `Premier administrateur : ${username}\n`
  if (password !== null) pendingOutput += `Mot de passe (affiché une seule fois, à changer) : ${password}\n`
}

try {
  loadSettingsFile()
  const config = readConfig(process.env)
  // Imported once the settings are valid, so that a wrong one is reported at once.
  const [{ start }, { serveDev, serveWeb }] = await Promise.all([import('./start.ts'), import('./platform/http/serve-web.ts')])
  const addPages = ({ http }: App) => (config.mode === 'dev' ? serveDev(http, path.join(root, 'web')) : serveWeb(http, path.join(root, 'web/dist')))
  const startedServer = await start(config, addPages, onFirstAdmin)
  const { log } = startedServer.app.http
  process.stdout.write(`Parvis est prêt : ${startedServer.url}\n`)
  printPending()
  let stoppingSince: number | null = null
  const stopAndExit = (exitCode: number) => {
    stoppingSince = performance.now()
    startedServer.stop().then(
      () => process.exit(exitCode),
      () => process.exit(1),
    )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    // A service manager signals the whole process group: the copy forwarded by the launcher is not a second request to stop.
    if (stoppingSince !== null && performance.now() - stoppingSince > duplicateSignalMs) process.exit(1)
    if (stoppingSince !== null) return
    log.info({ signal }, 'stopping')
    stopAndExit(0)
  }
  void startedServer.outdated.then((error) => {
    if (stoppingSince !== null) return
    process.stderr.write(`${error.message}\n`)
    log.error({ code: error.code }, 'stopping: a newer version has updated the database')
    stopAndExit(1)
  })
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('unhandledRejection', (error) =>
    log.error({ err: error instanceof Error ? { name: error.name, stack: error.stack?.split('\n').slice(1, 6) } : 'unknown' }, 'unhandled rejection'),
  )
} catch (error) {
  printPending()
  refuse(error)
}
