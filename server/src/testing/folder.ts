import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

const placeOf = (what: string) => path.join(tmpdir(), `parvis-${what}-${randomBytes(4).toString('hex')}`)

/** A folder for the tests of a file, made before the first and removed after the last. @returns its path */
export function openFolder(what: string): string {
  const folder = placeOf(what)
  beforeAll(() => mkdirSync(folder, { mode: 0o700 }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same, empty again for each test. */
export function freshFolder(what: string): string {
  const folder = placeOf(what)
  beforeEach(() => mkdirSync(folder, { mode: 0o700 }))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
