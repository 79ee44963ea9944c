import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type KeptFile = { name: string; bytes: Uint8Array }

/** Download folder of Firefox: one per process, which runs one journey at a time. */
export const firefoxDownloads = join(tmpdir(), `parvis-e2e-downloads-${process.pid}`)

/** Runs `act` and returns the file that the page offers for download. */
export async function keptFile(page: Page, act: () => Promise<unknown>): Promise<KeptFile> {
  if (page.context().browser()?.browserType().name() === 'firefox') return keptInFolder(firefoxDownloads, act)
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) }
}

/** Finds the downloaded file in the folder: Firefox 153 reports a download without the number by which Playwright identifies it. */
async function keptInFolder(folder: string, act: () => Promise<unknown>): Promise<KeptFile> {
  const before = await readdir(folder)
  await act()
  const added = async () => (await readdir(folder)).filter((name) => !before.includes(name))
  // While a file is being written, Firefox shows it with a second, temporary one.
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
