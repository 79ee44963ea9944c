import { afterEach, expect, it, vi } from 'vitest'
import { safeOriginPath } from './rules.ts'

afterEach(() => vi.restoreAllMocks())

it.each(['/assistants', '/chatbot-assistant?assistant=1&project=2#bas', '/'])('goes back to %s', (path) => expect(safeOriginPath(path)).toBe(path))

it.each([
  '//evil.example',
  '/\\evil.example',
  'https:evil',
  'https://evil.example/',
  '\\\\evil',
  '/\t/evil',
  '/a\\b',
  '',
  'assistants',
  null,
  undefined,
  3,
  {},
  '/login',
  '/register?x=1',
  '/reset-password/abc',
  'javascript:alert(1)',
  '/.//evil.example',
  '/..//evil.example',
])('refuses %s (trust case AUT-16)', (path) => expect(safeOriginPath(path)).toBeNull())

it.each([
  ['/projects', '/projects'],
  ['/a:b@c[d?e=[#f', '/a:b@c[d?e=[#f'],
  ['/%zz', '/%zz'],
  ['//evil.example', null],
])('goes back from %s in a browser without URL.parse', (path, expected) => {
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  expect(safeOriginPath(path)).toBe(expected)
})
