/** Error that stops an operator command. The message is one French sentence, without content or secret. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}

/** Wrong arguments of a command. The message is its usage. */
export class UsageError extends OperationError {}
