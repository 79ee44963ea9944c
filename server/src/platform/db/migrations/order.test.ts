import { expect, it } from 'vitest'
import { migrations } from './index.ts'

/** The last whose name was given in advance. */
const inAdvance = '2026-12-17-name-order'

it('are each there once, and come after one another by the day when they were written', () => {
  const ids = migrations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const last = ids.indexOf(inAdvance) + 1
  for (const group of [ids.slice(0, last), ids.slice(last)]) expect(group).toEqual(group.toSorted())
})
