import { describe, expect, test } from 'vitest'
import { checkCycles, checkFolderCycles, checkImports, readImports } from './check-imports.ts'
import { codeFile, readFiles } from '../source-files.ts'

const problems = (path: string, text: string) => checkImports(readImports([{ path, text }]))

describe('reading imports', () => {
  test('sees every form, and nothing in comments', () => {
    const text = `
      import './a.ts'
      import b from '../b.ts'
      import b2, { x } from "./b2.ts"
      import type { C } from './c.ts'
      import {
        d,
        type D,
      } from '@parvis/contract'
      import * as e from 'node:fs'
      export { f } from './f.ts'
      export * from './g.ts'
      export type { H } from './h.ts'
      export const i = 1
      const j = await import('./j.ts')
      // import k from './k.ts'
      /* import l from './l.ts' */
    `
    expect(readImports([{ path: 'server/src/x/y.ts', text }]).map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
      ['server/src/x/a.ts', false],
      ['server/src/b.ts', false],
      ['server/src/x/b2.ts', false],
      ['server/src/x/c.ts', true],
      ['contract/src/index.ts', false],
      ['node:fs', false],
      ['server/src/x/f.ts', false],
      ['server/src/x/g.ts', false],
      ['server/src/x/h.ts', true],
      ['server/src/x/j.ts', false],
    ])
  })
})

describe('directions', () => {
  test.each([
    ['contract/src/a.ts', "import { z } from 'zod'"],
    ['server/src/features/chat/send.ts', "import type { Llm } from '../../platform/llm/port.ts'"],
    ['server/src/features/chat/send.ts', "import { find } from '../users/queries.ts'"],
    ['server/src/features/chat/send.ts', "import { isAssistantUsableBy } from '../../authorization/assistants.ts'"],
    ['server/src/features/chat/send.ts', "import type { Person } from '../../authorization/granted.ts'"],
    ['server/src/authorization/a.ts', "import type { Db } from '../platform/db/schema/index.ts'"],
    ['server/src/features/chat/chat.test.ts', "import { startTestApp } from '../../testing/test-app.ts'"],
    ['server/src/app.ts', "import fastify from 'fastify'"],
    ['server/src/app.ts', "import { createTextExtractor } from '@parvis/document-reading'"],
    ['server/src/features/chat/send.ts', "import type { Format } from '@parvis/document-reading'"],
    ['packages/document-reading/src/zip.ts', "import yauzl from 'yauzl'"],
    ['packages/document-reading/example.ts', "import { x } from '@parvis/document-reading'"],
    ['packages/document-reading/src/pdf/lines.ts', "import { x } from '../limits.ts'"],
    ['packages/french-search/src/cutting/chunk.ts', "import type { x } from '@parvis/document-reading'"],
    ['server/src/features/library/ask.ts', "import { fold } from '@parvis/french-search'"],
    ['web/src/features/chat/Screen.tsx', "import { Button } from '../../ui/Button.tsx'"],
    ['web/src/features/chat/Screen.tsx', "import { part } from './part.ts'"],
    ['e2e/login.e2e.ts', "import { startServer } from './support/server.ts'"],
  ])('%s may: %s', (path, text) => expect(problems(path, text)).toEqual([]))

  test.each([
    ['contract/src/a.ts', "import { x } from '../../server/src/x.ts'"],
    ['contract/src/a.ts', "import { readFileSync } from 'node:fs'"],
    ['server/src/app.ts', "import { x } from '../../web/src/x.ts'"],
    ['web/src/main.tsx', "import { x } from '../../server/src/x.ts'"],
    ['web/src/main.tsx', "import { join } from 'node:path'"],
    ['server/src/features/chat/send.ts', "import fastify from 'fastify'"],
    ['server/src/features/chat/send.ts', "import pg from 'pg'"],
    ['server/src/features/chat/send.ts', "import { create } from '../../platform/llm/scripted.ts'"],
    ['server/src/features/chat/send.ts', "import { userRoutes } from '../users/routes.ts'"],
    ['server/src/features/chat/send.ts', "import { grantedTo } from '../../authorization/granted.ts'"],
    ['server/src/authorization/a.ts', "import type { Caller } from '../context.ts'"],
    ['server/src/features/chat/send.ts', "import { createTextExtractor } from '@parvis/document-reading'"],
    ['server/src/app.ts', "import { x } from '../../packages/document-reading/src/zip.ts'"],
    ['packages/document-reading/src/zip.ts', "import { x } from '@parvis/contract'"],
    ['packages/document-reading/src/zip.ts', "import { x } from '../../../server/src/platform/log.ts'"],
    ['packages/document-reading/src/zip.ts', "import { x } from '../../french-search/src/index.ts'"],
    ['packages/document-reading/src/zip.ts', "import { x } from '@parvis/french-search'"],
    ['server/src/platform/llm/a.ts', "import { x } from '../../features/chat/send.ts'"],
    ['packages/french-search/src/cutting/chunk.ts', "import type { x } from '../../../document-reading/src/port.ts'"],
    ['server/src/platform/db/a.ts', "import { x } from '../../app.ts'"],
    ['server/src/platform/db/schema/index.ts', "import type { x } from '../../../retrieval/store.ts'"],
    ['web/src/features/chat/Screen.tsx', "import { x } from '../projects/list.ts'"],
    ['web/src/ui/Button.tsx', "import { Link } from '../router/Link.tsx'"],
    ['web/src/api/client.ts', "import { x } from '../features/chat/x.ts'"],
    ['e2e/login.e2e.ts', "import { x } from '../server/src/app.ts'"],
  ])('%s may not: %s', (path, text) => expect(problems(path, text)).toHaveLength(1))
})

describe('circles', () => {
  const files = (...links: [string, string][]) => links.map(([from, to]) => ({ path: `${from}.ts`, text: `import '${to}'` }))

  test('a circle is shown once, with its way round', () => {
    expect(checkCycles(readImports(files(['a', './b.ts'], ['b', './c.ts'], ['c', './b.ts'])))).toEqual(['imports en rond : b.ts → c.ts → b.ts'])
  })

  test('a diamond is no circle, and a type that comes back makes one', () => {
    const diamond = files(['a', './b.ts'], ['a', './c.ts'], ['b', './d.ts'], ['c', './d.ts'])
    expect(checkCycles(readImports(diamond))).toEqual([])
    expect(checkCycles(readImports([...diamond, { path: 'd.ts', text: "import type { A } from './a.ts'" }]))).toEqual([
      'imports en rond : a.ts → b.ts → d.ts → a.ts',
    ])
  })
})

describe('circles of folders', () => {
  const circles = (...files: [path: string, text: string][]) => checkFolderCycles(readImports(files.map(([path, text]) => ({ path, text }))))

  test('two features that take types of each other are one', () => {
    const there: [string, string] = ['server/src/features/chat/a.ts', "import { b } from '../library/b.ts'"]
    const back: [string, string] = ['server/src/features/library/c.ts', "import type { D } from '../chat/d.ts'"]
    expect(circles(there, back)).toEqual(['imports en rond : server/src/features/chat → server/src/features/library → server/src/features/chat'])
    expect(circles(there, ['server/src/features/library/c.test.ts', back[1]])).toEqual([])
  })

  test('a file that stands beside folders is a part by itself', () => {
    const context: [string, string] = ['server/src/context.ts', "import type { Config } from './platform/config/config.ts'"]
    expect(circles(context, ['server/src/start.ts', "import type { Context } from './context.ts'"])).toEqual([])
    expect(circles(context, ['server/src/platform/config/read.ts', "import type { Context } from '../../context.ts'"])).toHaveLength(1)
  })
})

test('the repository is read: this very file is found with its imports', () => {
  const imports = readImports(readFiles(codeFile)).filter(({ from }) => from === 'tools/checks/check-imports.test.ts')
  expect(imports.map(({ target }) => target)).toContain('tools/checks/check-imports.ts')
})
