import { readFileSync, readdirSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../web/src/ui/fonts/', import.meta.url)
const faces = readdirSync(folder).filter((name) => name.endsWith('.woff2'))

it('ECO-04 the fonts weigh 60 kB together at most, in two families and four variants at most', () => {
  const total = faces.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(60_000)
  expect(faces.length).toBeLessThanOrEqual(4)
  const css = readFileSync(new URL('../web/src/ui/fonts.css', import.meta.url), 'utf8')
  expect(new Set([...css.matchAll(/font-family: '(.+?)'/g)].map((match) => match[1])).size).toBeLessThanOrEqual(2)
  // Each font file is used, and each used file exists.
  expect([...css.matchAll(/fonts\/(.+?\.woff2)/g)].map((match) => match[1]).toSorted()).toEqual(faces.toSorted())
})
