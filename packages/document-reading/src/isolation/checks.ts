/** Thrown when a child breaks the protocol; it must then be killed. */
export class ProtocolError extends Error {}

/** @throws {ProtocolError} */
export function requireValid(isValid: boolean): asserts isValid {
  if (!isValid) throw new ProtocolError()
}

export const isText = (value: unknown, maxLength: number): value is string => typeof value === 'string' && value.length <= maxLength
export const isOneOf = <T>(all: readonly T[], value: unknown): value is T => all.includes(value as T)

/** @throws {ProtocolError} when the value is not an object */
export function fieldsOf(value: unknown): Record<string, unknown> {
  requireValid(typeof value === 'object' && value !== null)
  return value as Record<string, unknown>
}
