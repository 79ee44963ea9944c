import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const inRoot = (path: string) => fileURLToPath(new URL(path, root))
const rows = [...readFileSync(inRoot('docs/securite.md'), 'utf8').matchAll(/^\| ([A-Z0-9]{3}-\d\d) \| .* \| ([^|]+) \| (.*) \|$/gm)].map(
  ([, id, state, where]) => ({ id: id!, state: state!, where: where! }),
)

test('docs/securite.md has one row per case, each in one of five states', () => {
  const expected = { AUT: 18, ACC: 16, INJ: 12, LLM: 13, FIC: 13, NET: 11, REL: 31, PRV: 13, A11: 25, ECO: 9 }
  const ids = Object.entries(expected).flatMap(([prefix, count]) =>
    Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort())
  for (const { state } of rows) expect(['tenu', 'en partie', 'à la main', 'pas encore', 'sans objet']).toContain(state)
})

test.each(rows.filter(({ state }) => state === 'tenu'))('$id is held by a test that exists and names it', ({ id, where }) => {
  const files = [...where.matchAll(/`((?:server|web|e2e)\/[^`]+)`/g)].map(([, path]) => path!)
  expect(files.filter((path) => !existsSync(inRoot(path)))).toEqual([])
  const named = files.some((path) => readFileSync(inRoot(path), 'utf8').includes(id))
  // Otherwise the row quotes the test, or says what holds.
  expect(named || /«|\(/.test(where), where).toBe(true)
})
