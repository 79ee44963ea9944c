import { expect, it } from 'vitest'
import { migrations } from './index.ts'

/** Number of migrations named by a date, before names began with the position. */
const datedMigrations = 69

it('are each there once, and the numbered ones begin with their position', () => {
  const ids: string[] = migrations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [index, id] of ids.entries())
    expect(id).toMatch(index < datedMigrations ? /^2026-\d\d-\d\d-/ : new RegExp(`^${String(index + 1).padStart(4, '0')}-`))
})
