import { errorCatalogue } from '@parvis/contract'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')

test('each refusal of the catalogue is told by something: the page of the interface promises no other', () => {
  const files = globSync('{server,contract,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|recent-errors\/advice\.ts$|contract\/src\/(errors|own-failures)\.ts$/.test(file),
  )
  const code = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
  expect(Object.keys(errorCatalogue).filter((refusal) => !code.includes(`'${refusal}'`))).toEqual([])
})
