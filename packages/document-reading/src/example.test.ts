import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDocx, wordParagraph } from './testing/office-fixtures.ts'

const example = fileURLToPath(new URL('../example.ts', import.meta.url))
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'example-'))))
afterAll(() => rm(folder, { recursive: true }))

const run = async (name: string, bytes: Uint8Array) => {
  await writeFile(join(folder, name), bytes)
  return (await promisify(execFile)(process.execPath, [example, join(folder, name)])).stdout
}

test('the example of the README reads a document, and says why another cannot be read', async () => {
  expect(await run('lettre.docx', makeDocx(wordParagraph('Le conseil approuve.')))).toContain('paragraph : Le conseil approuve.')
  expect(await run('abîmé.pdf', Buffer.from('%PDF-1.7\nrien'))).toContain('Ce document n’a pas pu être lu : ')
}, 60_000)
