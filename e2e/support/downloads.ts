import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type DownloadedFile = { name: string; bytes: Uint8Array }

/** Download folder of Firefox: one per process, which runs one journey at a time. */
export const firefoxDownloads = join(tmpdir(), `parvis-e2e-downloads-${process.pid}`)

/** Runs `act` and returns the file that the page offers for download. */
export async function downloadedFile(page: Page, act: () => Promise<unknown>): Promise<DownloadedFile> {
  if (page.context().browser()?.browserType().name() === 'firefox') return downloadedInFolder(firefoxDownloads, act)
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) }
}

/** Finds the downloaded file in the folder: Firefox 153 reports a download without the number by which Playwright identifies it. */
async function downloadedInFolder(folder: string, act: () => Promise<unknown>): Promise<DownloadedFile> {
  const before = await readdir(folder)
  await act()
  const addedNames = async () => (await readdir(folder)).filter((name) => !before.includes(name))
  // While a file is being written, Firefox shows it with a second, temporary one.
  const isComplete = async () => {
    const names = await addedNames()
    return names.length === 1 && !names[0]!.endsWith('.part') && (await stat(join(folder, names[0]!))).size > 0
  }
  await expect.poll(isComplete, { message: 'a file was given to keep' }).toBe(true)
  const [name] = await addedNames()
  const path = join(folder, name!)
  const bytes = new Uint8Array(await readFile(path))
  await rm(path)
  return { name: name!, bytes }
}
