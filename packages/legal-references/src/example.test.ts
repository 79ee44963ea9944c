import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const example = fileURLToPath(new URL('../example.ts', import.meta.url))

test('the example of the README lists the references of a text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  try {
    await writeFile(join(folder, 'acte.txt'), 'Vu l’article L. 2121-29 du CGCT ; vu la loi n° 2019-828 du 6 août 2019 ;')
    const { stdout } = await promisify(execFile)(process.execPath, [example, join(folder, 'acte.txt')])
    expect(stdout).toBe('CGCT L2121-29  « article L. 2121-29 du CGCT »\nLOI-2019-828   « loi n° 2019-828 du 6 août 2019 »\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)
