import type { Log } from '../../log.ts'
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Disk space left to an embedded database, and a reserve of space that only this process can free. */
export type DiskSpaceMonitor = {
  /** True while too little space is left to accept writes. */
  isNearlyFull(): boolean
  /**
   * Frees a part of the reserve if space is short: an engine stopped by a full disk needs some to open again, even for reading. @returns whether space was
   * freed
   */
  freeReserve(): boolean
  stop(): void
}

type DiskSpaceOptions = {
  checkMs?: number
  /** Free bytes for this process on the disk of a folder. */
  readFreeBytes?: (dir: string) => number
  partBytes?: number
}

/**
 * Files of the reserve. Each is as large as two segments of PostgreSQL's write-ahead log (16 MB each), which recovery after a crash may need. The first is
 * for the writes still accepted on a full disk (ends of replies, sessions, deletions), the second for an engine that stopped.
 */
const reserveFiles = ['reserve-1', 'reserve-2']
const defaultPartBytes = 32 * 1024 * 1024
/** Free bytes below which writes are refused. They are accepted again above twice this, once the reserve is complete. */
const lowBytes = 32 * 1024 * 1024
const fullBytes = 4 * 1024 * 1024
const checkIntervalMs = 1_000
/** Number of checks to skip after the start, when the process has more urgent work. */
const checksBeforeMaking = 3
const chunkBytes = 1024 * 1024

/**
 * Checks the disk of `dir` every second, and maintains the reserve files in it (trust case REL-19). PostgreSQL stops when its log cannot grow, and cannot
 * open again on a completely full disk: freeing the reserve lets it.
 */
export function watchDiskSpace(
  dir: string,
  log: Log,
  { checkMs = checkIntervalMs, readFreeBytes = freeBytes, partBytes = defaultPartBytes }: DiskSpaceOptions = {},
): DiskSpaceMonitor {
  const files = reserveFiles.map((name) => join(dir, name))
  const completeFiles = new Set(files.filter((file) => sizeOf(file) === partBytes))
  // Incomplete files of an interrupted process: no one else would delete them.
  const leftovers = [...files.filter((file) => !completeFiles.has(file)), ...files.map(temporaryName)]
  for (const file of leftovers) rmSync(file, { force: true })
  const isWhole = () => completeFiles.size === files.length
  let short = false
  let checks = 0
  let isCreating = false
  let isStopped = false

  const set = (now: boolean, left: number) => {
    if (now === short) return
    short = now
    const facts = { free_mb: Math.floor(left / 1_048_576) }
    if (short) log.error(facts, 'storage is full: nothing more is accepted')
    else log.info(facts, 'storage has room again')
  }
  const deletePart = (left: number) => {
    const [file] = completeFiles
    if (file === undefined) return false
    rmSync(file, { force: true })
    completeFiles.delete(file)
    set(true, left)
    log.error({ parts_left: completeFiles.size }, 'storage is full: a part of the reserve is spent')
    return true
  }
  const createReserve = async () => {
    isCreating = true
    for (const file of files.filter((part) => !completeFiles.has(part))) {
      if (isStopped) break
      try {
        await fillFile(temporaryName(file), partBytes, () => isStopped)
        if (isStopped) rmSync(temporaryName(file), { force: true })
        else {
          renameSync(temporaryName(file), file)
          completeFiles.add(file)
        }
      } catch {
        rmSync(temporaryName(file), { force: true })
      }
    }
    isCreating = false
  }
  const check = () => {
    checks += 1
    const left = readFree(dir, readFreeBytes)
    const missingBytes = (files.length - completeFiles.size) * partBytes
    if (missingBytes > 0 && !isCreating && checks > checksBeforeMaking && left >= missingBytes + 2 * lowBytes) void createReserve()
    if (left < lowBytes) set(true, left)
    else if (isWhole() && left >= 2 * lowBytes) set(false, left)
    if (left < fullBytes && isWhole()) deletePart(left)
  }
  const timer = setInterval(check, checkMs)
  timer.unref()
  check()

  return {
    isNearlyFull: () => short,
    freeReserve() {
      const left = readFree(dir, readFreeBytes)
      return left < lowBytes && deletePart(left)
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Free bytes; infinite when the system does not report them, and the disk is then used until it refuses. */
function readFree(dir: string, readFreeBytes: (dir: string) => number): number {
  try {
    return readFreeBytes(dir)
  } catch {
    return Infinity
  }
}

/** Temporary name of a reserve file until it is complete. */
const temporaryName = (file: string): string => `${file}.new`

/** Fills a file with random bytes: some file systems compress repeated ones. */
async function fillFile(file: string, size: number, isStopped: () => boolean): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    for (let writtenBytes = 0; writtenBytes < size && !isStopped(); writtenBytes += chunkBytes)
      await handle.write(randomBytes(Math.min(chunkBytes, size - writtenBytes)))
  } finally {
    await handle.close()
  }
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}
