import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/**
 * A test fails on a console.error that it did not expect: React's warnings, a swallowed
 * failure. One that expects it replaces console.error itself (`vi.spyOn`).
 */
let said: string[] = []
let original = console.error

beforeEach(() => {
  said = []
  original = console.error
  console.error = (...args: unknown[]) => void said.push(format(...args))
})

afterEach(() => {
  console.error = original
  if (said.length > 0) throw new Error(`Unexpected console.error:\n${said.join('\n')}`)
})
