/** What stops an operator's command: one French sentence, never content nor a secret. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}

/** The arguments are not those of the command; the sentence says how to write it. */
export class UsageError extends OperationError {}
