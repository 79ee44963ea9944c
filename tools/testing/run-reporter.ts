import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Reports what the other reporters leave out. Prints how long each project took, from the start of its first file to the end of its last. Saves the errors
 * that belong to no test and are missing from the JSON report: unhandled errors, and the end of a file's process, with the file and the signal. They are
 * written as a list of sentences to the file named by PARVIS_UNHANDLED_ERRORS.
 */
export default class RunReporter implements Reporter {
  readonly #times = new Map<string, { from: number; to: number }>()

  onTestModuleStart({ project }: TestModule): void {
    if (!this.#times.has(project.name)) this.#times.set(project.name, { from: Date.now(), to: Date.now() })
  }

  onTestModuleEnd({ project }: TestModule): void {
    this.#times.get(project.name)!.to = Date.now()
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const [name, { from, to }] of this.#times) console.log(`Durée : ${name}, ${Math.round((to - from) / 1_000)} s`)
    const path = process.env['PARVIS_UNHANDLED_ERRORS']
    if (path !== undefined) writeFileSync(path, JSON.stringify(errors.map(sentence)))
  }
}

function sentence({ message, cause }: SerializedError): string {
  const because = (cause as Partial<SerializedError> | undefined)?.message
  return because === undefined ? message : `${message} ${because}`
}
