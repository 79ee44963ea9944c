import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

let engineCode: WebAssembly.Module | undefined

/**
 * Makes this process hold the code of the embedded engine as V8 compiled it: an engine started later finds it ready instead of having
 * half a second of compiling to do (V8 shares a module among the threads of a process as long as one of them holds it).
 */
export function holdEngineCode(): void {
  // Not import.meta.resolve: the set-up of a test project, which calls this too, has none.
  engineCode ??= new WebAssembly.Module(readFileSync(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')))
}
