import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const example = fileURLToPath(new URL('../example.ts', import.meta.url))
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'example-'))))
afterAll(() => rm(folder, { recursive: true }))

test('the example of the README closes what is cut, and shows no address that could do harm', async () => {
  const path = join(folder, 'reponse.md')
  await writeFile(path, '**Trois jours** par semaine, [le règlement](https://mairie.fr/), [un piège](javascript:alert(1))')
  const { stdout } = await promisify(execFile)(process.execPath, [example, path])
  expect(stdout).toContain('À mi-chemin :\n<p><strong>Trois jours</strong> par semaine, le règlement')
  expect(stdout).toContain('<a href="https://mairie.fr/">le règlement</a>')
  expect(stdout).toContain('le règlement (https://mairie.fr/), un piège')
  expect(stdout).not.toContain('javascript:')
}, 60_000)
