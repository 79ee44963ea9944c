import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docxFile, odtFile } from './letterhead/letterhead.fixture.ts'
import { openParts, readStrictly } from './testing/sample.ts'

const example = fileURLToPath(new URL('../example.ts', import.meta.url))
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'example-'))))
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['docx', docxFile(), 'word/document.xml'],
  ['odt', odtFile(), 'content.xml'],
])(
  'the example of the README writes a .%s in a letterhead',
  async (format, letterhead, part) => {
    const [text, paper, target] = ['texte.md', `en-tete.${format}`, `note.${format}`].map((name) => join(folder, name)) as [string, string, string]
    await writeFile(text, 'Le conseil **approuve**.')
    await writeFile(paper, letterhead)
    await promisify(execFile)(process.execPath, [example, text, paper, target])
    expect(readStrictly(openParts(await readFile(target))[part]!)).toContain('Le conseil approuve.')
  },
  60_000,
)
