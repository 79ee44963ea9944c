import { expect, test } from 'vitest'
import { checkDependencies, checkExports } from './check-exports.ts'

test('an export that no other file names is one file’s own affair', () => {
  const used = { path: 'a.ts', text: 'export const used = 1\nexport type Alone = string\nexport function alone(): Alone {}' }
  const user = { path: 'b.ts', text: "import { used } from './a.ts'\nexport { used as other } from './a.ts'" }
  expect(checkExports([used, user])).toEqual(['a.ts exporte Alone, que rien d’autre ne nomme', 'a.ts exporte alone, que rien d’autre ne nomme'])
})

test('a declared library that nothing imports is named', () => {
  const manifest = { path: 'packages/reader/package.json', text: '{ "dependencies": { "saxes": "1", "yauzl": "3", "left-pad": "1" } }' }
  const code = { path: 'packages/reader/src/a.ts', text: "import saxes from 'saxes'\nresolve('yauzl/index.js')" }
  const elsewhere = { path: 'server/src/b.ts', text: "import pad from 'left-pad'" }
  expect(checkDependencies([manifest, code, elsewhere])).toEqual(['packages/reader/package.json déclare left-pad, que rien n’importe'])
})
