import { ApiError } from './api-error.ts'

/** Returns the server's error of each refused field; empty for any other error. */
export const fieldErrorsOf = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {})

export const hasFieldErrors = (error: unknown): boolean => Object.keys(fieldErrorsOf(error)).length > 0
