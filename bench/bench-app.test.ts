import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no bench takes a database that the tests lend one another: its process would never end', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => /createTestApp\(\s*\)|createTestDatabase\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')))).toEqual([])
})
