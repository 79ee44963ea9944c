import { expect, it } from 'vitest'
import { migrations } from './index.ts'

// A dump lists what its base received by name, and is refused by a version whose list does not begin so.
it('are applied in the order of their names, each once', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort())
})
