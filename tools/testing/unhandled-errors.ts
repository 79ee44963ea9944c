import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Keeps what a run met that belongs to no test, and that the report in JSON leaves out: an error that nobody handled, or the process of a file
 * that stopped, with the file and the signal. A list of sentences, in the file that PARVIS_UNHANDLED_ERRORS names.
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
