import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../../../.env')

/** Adds the `.env` file of the root, if there is one, to the environment of this process, which wins. */
export function loadSettingsFile(): void {
  if (!existsSync(file)) return
  // Loading says of a file of another account that there is none.
  accessSync(file, constants.R_OK)
  process.loadEnvFile(file)
}
