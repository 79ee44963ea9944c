import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

it('runs as the README says', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'personal-data-'))
  try {
    const file = path.join(folder, 'lettre.txt')
    writeFileSync(file, 'Joindre Mme Kerbrat au 06 39 98 10 53.')
    const output = execFileSync(process.execPath, [path.join(import.meta.dirname, '../example.ts'), file], { encoding: 'utf8' })
    expect(output).toBe('personne 0.95 (person.civility)  « Kerbrat »\ntelephone 0.95 (phone.french)  « 06 39 98 10 53 »\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
