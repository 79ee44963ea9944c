import type { Reporter, TestModule } from 'vitest/node'

/** Prints how long each project of a run took, from the start of its first file to the end of its last, in the format read by `prove-time.ts`. */
export default class ProjectTimes implements Reporter {
  readonly #times = new Map<string, { from: number; to: number }>()

  onTestModuleStart({ project }: TestModule): void {
    if (!this.#times.has(project.name)) this.#times.set(project.name, { from: Date.now(), to: Date.now() })
  }

  onTestModuleEnd({ project }: TestModule): void {
    this.#times.get(project.name)!.to = Date.now()
  }

  onTestRunEnd(): void {
    for (const [name, { from, to }] of this.#times) console.log(`Durée : ${name}, ${Math.round((to - from) / 1_000)} s`)
  }
}
