import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type KeptFile = { name: string; bytes: Uint8Array }

/** Where Firefox puts what it downloads: one folder a process, which has one journey at a time. */
export const firefoxDownloads = join(tmpdir(), `parvis-e2e-downloads-${process.pid}`)

/** The file that the page gives to keep once `act` is done. */
export async function keptFile(page: Page, act: () => Promise<unknown>): Promise<KeptFile> {
  if (page.context().browser()?.browserType().name() === 'firefox') return keptInFolder(firefoxDownloads, act)
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) }
}

/** Firefox 153 tells of a download without the number that the library knows it by: the folder says as much. */
async function keptInFolder(folder: string, act: () => Promise<unknown>): Promise<KeptFile> {
  const before = await readdir(folder)
  await act()
  const added = async () => (await readdir(folder)).filter((name) => !before.includes(name))
  // Beside a file that is still being written, there is another, which will take its place.
  const whole = async () => {
    const names = await added()
    return names.length === 1 && !names[0]!.endsWith('.part') && (await stat(join(folder, names[0]!))).size > 0
  }
  await expect.poll(whole, { message: 'a file was given to keep' }).toBe(true)
  const [name] = await added()
  const path = join(folder, name!)
  const bytes = new Uint8Array(await readFile(path))
  await rm(path)
  return { name: name!, bytes }
}
