import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

const placeOf = (what: string) => path.join(tmpdir(), `parvis-${what}-${randomBytes(4).toString('hex')}`)

/** Creates a folder for the tests of a file, removed after the last one. @returns its path */
export function openFolder(what: string): string {
  const folder = placeOf(what)
  beforeAll(() => mkdirSync(folder, { mode: 0o700 }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a folder that is empty at the start of each test. @returns its path */
export function freshFolder(what: string): string {
  const folder = placeOf(what)
  beforeEach(() => mkdirSync(folder, { mode: 0o700 }))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
