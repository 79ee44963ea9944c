import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Saves the errors that belong to no test and are missing from the JSON report: unhandled errors, and the end of a file's process, with the file and the
 * signal. Written as a list of sentences to the file named by PARVIS_UNHANDLED_ERRORS.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env['PARVIS_UNHANDLED_ERRORS']
    if (path !== undefined) writeFileSync(path, JSON.stringify(errors.map(sentence)))
  }
}

function sentence({ message, cause }: SerializedError): string {
  const because = (cause as Partial<SerializedError> | undefined)?.message
  return because === undefined ? message : `${message} ${because}`
}
