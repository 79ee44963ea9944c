import { expect, test } from 'vitest'
import { checkBrowsers } from './check-browsers.ts'

const problems = (path: string, text: string) => checkBrowsers([{ path, text }])
const screen = 'web/src/layout/links.ts'

test.each([
  "const url = URL.parse(path, 'http://parvis.invalid')",
  'await Promise.try(work)',
  'signal: AbortSignal.any([own, given])',
  "new Intl.Segmenter('fr')",
  'names.values().map(String)',
  'names\n  .keys()\n  .toArray()',
  'text.matchAll(words).map(([word]) => word)',
  'mine.union(yours)',
  'cache.getOrInsertComputed(key, make)',
  'bubble.showPopover()',
  'const key = crypto.randomUUID()',
  "import { getDocument } from 'pdfjs-dist'",
  "import address from 'pdfjs-dist/build/pdf.worker.min.mjs?url'",
])('a page does without %j', (text) => expect(problems(screen, text)).toHaveLength(1))

test.each([
  'new URL(path, base)',
  'Object.values(names).map(String)',
  '[...names.values()].map(String)',
  'names.keys().next().value',
  '[...text.matchAll(words)].map(String)',
  "z.union([z.literal('a'), id])",
  '[...union(apart)]',
  'bubble.showPopover?.()',
  "import type { PDFDocumentProxy } from 'pdfjs-dist'",
  "import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'",
  "import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'",
])('every browser takes %j', (text) => expect(problems(screen, text)).toEqual([]))

test('says where, in what a browser is given and nowhere else', () => {
  expect(problems('packages/markdown/src/addresses.ts', 'a\nURL.parse(b)')).toEqual([
    'packages/markdown/src/addresses.ts:2 : « URL.parse( » manque à des navigateurs visés (web/vite.config.ts)',
  ])
  for (const path of ['web/src/layout/links.test.ts', 'server/src/main.ts', 'packages/document-reading/src/index.ts', 'web/vite.config.ts'])
    expect(problems(path, 'URL.parse(b)')).toEqual([])
})
