import { isDay, legalSentences } from '@parvis/contract'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const files = [
  'contract/src/features/governance/{register,use-areas}.ts',
  'server/src/features/register/**/*.ts',
  'web/src/features/register/**/*.{ts,tsx}',
  'web/src/layout/{use,charter,reviews}/**/*.{ts,tsx}',
  'web/src/features/{charter,literacy}/**/*.{ts,tsx}',
].flatMap((pattern) => globSync(pattern, { cwd: root }))

test.each(Object.entries(legalSentences))('the sentence %s has a source, and the day on which it was read', (_, { text, source, read }) => {
  expect(text).not.toBe('')
  expect(source).toMatch(/\d{4}\/\d+|COM\(\d{4}\)|code /)
  expect(isDay(read)).toBe(true)
})

test('the screens of governance state the law in these sentences only', () => {
  expect(files.length).toBeGreaterThan(10)
  const law = /règlement \(UE\)|RGPD|\barticles? \d|\bloi n°|\bdécret|JO L|Journal officiel/i
  const stated = files.filter(
    (file) => !/\.(?:test|fixture)\.ts$/.test(file) && law.test(readFileSync(path.join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')),
  )
  expect(stated).toEqual([])
})
