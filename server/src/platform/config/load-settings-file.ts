import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../../../.env')

/** Loads the `.env` file at the root, if any, into `process.env`. Variables already set take precedence. @throws when the file is not readable */
export function loadSettingsFile(): void {
  if (!existsSync(file)) return
  // `loadEnvFile` reports an unreadable file as missing.
  accessSync(file, constants.R_OK)
  process.loadEnvFile(file)
}
