/** Structured log: an object of facts (never content), then a fixed English sentence. */
export type Log = {
  debug(facts: object, sentence: string): void
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}

/** Keeps nothing: for tests, and for commands that say what matters in the error that ends them. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
