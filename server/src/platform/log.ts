/** Structured log: an object of facts (never content), then a fixed English sentence. */
export type Log = {
  debug(facts: object, sentence: string): void
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}

/** Log that drops everything: for tests, and for commands whose final error says what matters. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
