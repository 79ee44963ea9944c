import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/read-settings.ts'
import { DatabaseError } from './db/database.ts'
import { serveDev } from './http/serve-dev.ts'
import { serveWeb } from './http/serve-web.ts'
import { start } from './start.ts'

const repeatedSignalMs = 1_000
const root = path.resolve(import.meta.dirname, '../..')

// A refused setting or an unusable base ends the start with one sentence; anything else with its trace.
function refuse(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof DatabaseError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

function readEnvironment(): Config {
  const file = path.join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig(process.env)
}

try {
  const config = readEnvironment()
  const started = await start(config, (app) =>
    config.mode === 'dev' ? serveDev(app.http, path.join(root, 'web')) : serveWeb(app.http, path.join(root, 'web/dist')),
  )
  const { log } = started.app.http
  process.stdout.write(`Parvis est prêt : ${started.url}\n`)
  if (started.firstAdmin !== null) {
    process.stdout.write(`Premier administrateur : ${started.firstAdmin.username}\n`)
    if (started.firstAdmin.password !== null) process.stdout.write(`Mot de passe (affiché une seule fois, à changer) : ${started.firstAdmin.password}\n`)
  }
  let stoppingSince: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now()
    // A service manager signals the whole group: the launcher's copy of the same signal is not impatience.
    if (stoppingSince !== null && now - stoppingSince > repeatedSignalMs) process.exit(1)
    if (stoppingSince !== null) return
    stoppingSince = now
    log.info({ signal }, 'stopping')
    started.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('unhandledRejection', (error) =>
    log.error({ err: error instanceof Error ? { name: error.name, stack: error.stack?.split('\n').slice(1, 6) } : 'unknown' }, 'unhandled rejection'),
  )
} catch (error) {
  refuse(error)
}
