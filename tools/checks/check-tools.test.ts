import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRepository } from '../source-files.ts'
import { checkTypes } from './check-tools.ts'

/** Creates a small project, and returns a function that gives the errors of the compiler, run with its build information. */
function createProject(isLarge: boolean) {
  const root = mkdtempSync(join(tmpdir(), 'parvis-types-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const cache = join(root, '.cache')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const options = { strict: true, types: [], lib: ['es5'], module: 'nodenext', moduleDetection: 'force', allowImportingTsExtensions: true, noEmit: true }
  write('app/tsconfig.json', JSON.stringify({ compilerOptions: { ...options, isolatedModules: true }, include: ['.'] }))
  const problems = async () => (await checkTypes('app', { isLarge, root }).problems(readRepository(root), cache)).join()
  return { root, cache, write, remove: (path: string) => rmSync(join(root, path)), problems }
}

test.each([true, false])(
  'the build information of the compiler hides no error, and gives back none that was mended (large: %s)',
  async (isLarge) => {
    const { cache, write, remove, problems } = createProject(isLarge)
    write('app/a.ts', "export * from './b.ts'")
    write('app/b.ts', 'export const total = 1')
    write('app/c.ts', "import { total } from './a.ts'\nexport const double: number = total * 2\nexport const shown: Shown = 'yes'")
    write('app/global.d.ts', "type Shown = 'yes'")
    expect(await problems()).toBe('')
    write('app/b.ts', "export const total = 'one'")
    for (let run = 0; run < 2; run++) expect(await problems()).toMatch(/c\.ts.*TS2362/)
    write('app/b.ts', 'export const total = 2')
    expect(await problems()).toBe('')
    write('app/global.d.ts', "type Shown = 'no'")
    expect(await problems()).toMatch(/c\.ts.*TS2322/)
    write('app/global.d.ts', "type Shown = 'yes'")
    remove('app/b.ts')
    expect(await problems()).toMatch(/a\.ts.*TS2307/)
    write('app/b.ts', 'export const total = 3')
    expect(await problems()).toBe('')
    expect(readdirSync(join(cache, 'app'))).toHaveLength(1)
  },
  60_000,
)

test('an exported value whose type has no exported name is no error of a large project, and its declarations stay in the cache', async () => {
  const { root, write, problems } = createProject(true)
  write('app/a.ts', 'type Hidden = { size: number }\nexport const make = (): Hidden => ({ size: 1 })')
  write('app/b.ts', "import { make } from './a.ts'\nexport const made = { inside: make() }")
  expect(await problems()).toBe('')
  expect(readdirSync(join(root, 'app')).sort()).toEqual(['a.ts', 'b.ts', 'tsconfig.json'])
}, 60_000)
