import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRepository } from '../source-files.ts'
import { checkTypes } from './check-tools.ts'

test('the build information of the compiler hides no error, and gives back none that was mended', async () => {
  const root = mkdtempSync(join(tmpdir(), 'parvis-types-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const cache = join(root, '.cache')
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const problems = async () => (await checkTypes('', root).problems(readRepository(root), cache)).join()
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "types": [], "lib": ["es5"], "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }',
  )
  write('a.ts', "export * from './b.ts'")
  write('b.ts', 'export const total = 1')
  write('c.ts', "import { total } from './a.ts'\nexport const double: number = total * 2\nexport const shown: Shown = 'yes'")
  write('global.d.ts', "type Shown = 'yes'")
  expect(await problems()).toBe('')
  write('b.ts', "export const total = 'one'")
  for (let run = 0; run < 2; run++) expect(await problems()).toMatch(/c\.ts.*TS2362/)
  write('b.ts', 'export const total = 2')
  expect(await problems()).toBe('')
  write('global.d.ts', "type Shown = 'no'")
  expect(await problems()).toMatch(/c\.ts.*TS2322/)
  rmSync(join(root, 'global.d.ts'))
  expect(await problems()).toMatch(/c\.ts.*TS2304/)
  write('global.d.ts', "type Shown = 'yes'")
  rmSync(join(root, 'b.ts'))
  expect(await problems()).toMatch(/a\.ts.*TS2307/)
  write('b.ts', 'export const total = 3')
  expect(await problems()).toBe('')
  expect(readdirSync(cache)).toHaveLength(1)
}, 60_000)
