import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/**
 * Fails a test that logs an unexpected console.error, such as a React warning or a swallowed error. A test that expects one replaces console.error itself
 * (`vi.spyOn`).
 */
let messages: string[] = []
let original = console.error

beforeEach(() => {
  messages = []
  original = console.error
  console.error = (...args: unknown[]) => void messages.push(format(...args))
})

afterEach(() => {
  console.error = original
  if (messages.length > 0) throw new Error(`Unexpected console.error:\n${messages.join('\n')}`)
})
