import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

let engineCode: WebAssembly.Module | undefined

/**
 * Keeps the compiled WebAssembly code of the embedded engine in this process, so that engines started later skip half a second of compilation (V8 shares a
 * module among the threads of a process while one of them references it).
 */
export function holdEngineCode(): void {
  // Not import.meta.resolve, which the set-up of a test project, another caller, does not have.
  engineCode ??= new WebAssembly.Module(readFileSync(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')))
}
