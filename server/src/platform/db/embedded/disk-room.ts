import type { Log } from '../../log.ts'
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Disk space left to an embedded database, and a reserve of space that only this process can free. */
export type DiskRoom = {
  /** True while too little space is left to accept writes. */
  isShort(): boolean
  /**
   * Frees a part of the reserve if space is short: an engine stopped by a full disk needs some to open again, even for reading. @returns whether space was
   * freed
   */
  spendReserve(): boolean
  stop(): void
}

type DiskRoomOptions = {
  checkMs?: number
  /** Free bytes for this process on the disk of a folder. */
  free?: (dir: string) => number
  partBytes?: number
}

/**
 * Files of the reserve. Each is as large as two segments of PostgreSQL's write-ahead log (16 MB each), which recovery after a crash may need. The first is
 * for the writes still accepted on a full disk (ends of replies, sessions, deletions), the second for an engine that stopped.
 */
const parts = ['reserve-1', 'reserve-2']
const defaultPartBytes = 32 * 1024 * 1024
/** Free bytes below which writes are refused. They are accepted again above twice this, once the reserve is complete. */
const shortBytes = 32 * 1024 * 1024
const nothingBytes = 4 * 1024 * 1024
const everyMs = 1_000
/** Number of checks to skip after the start, when the process has more urgent work. */
const checksBeforeMaking = 3
const pieceBytes = 1024 * 1024

/**
 * Checks the disk of `dir` every second, and maintains the reserve files in it (trust case REL-19). PostgreSQL stops when its log cannot grow, and cannot
 * open again on a completely full disk: freeing the reserve lets it.
 */
export function watchDiskRoom(dir: string, log: Log, { checkMs = everyMs, free = freeBytes, partBytes = defaultPartBytes }: DiskRoomOptions = {}): DiskRoom {
  const files = parts.map((name) => join(dir, name))
  const held = new Set(files.filter((file) => sizeOf(file) === partBytes))
  // Incomplete files of an interrupted process: no one else would delete them.
  const leftOver = [...files.filter((file) => !held.has(file)), ...files.map(unfinished)]
  for (const file of leftOver) rmSync(file, { force: true })
  const isWhole = () => held.size === files.length
  let short = false
  let checks = 0
  let making = false
  let stopped = false

  const set = (now: boolean, left: number) => {
    if (now === short) return
    short = now
    const facts = { free_mb: Math.floor(left / 1_048_576) }
    if (short) log.error(facts, 'storage is full: nothing more is accepted')
    else log.info(facts, 'storage has room again')
  }
  const spend = (left: number) => {
    const [file] = held
    if (file === undefined) return false
    rmSync(file, { force: true })
    held.delete(file)
    set(true, left)
    log.error({ parts_left: held.size }, 'storage is full: a part of the reserve is spent')
    return true
  }
  const make = async () => {
    making = true
    for (const file of files.filter((part) => !held.has(part))) {
      if (stopped) break
      try {
        await fillFile(unfinished(file), partBytes, () => stopped)
        if (stopped) rmSync(unfinished(file), { force: true })
        else {
          renameSync(unfinished(file), file)
          held.add(file)
        }
      } catch {
        rmSync(unfinished(file), { force: true })
      }
    }
    making = false
  }
  const check = () => {
    checks += 1
    const left = readFree(dir, free)
    const missing = (files.length - held.size) * partBytes
    if (missing > 0 && !making && checks > checksBeforeMaking && left >= missing + 2 * shortBytes) void make()
    if (left < shortBytes) set(true, left)
    else if (isWhole() && left >= 2 * shortBytes) set(false, left)
    if (left < nothingBytes && isWhole()) spend(left)
  }
  const timer = setInterval(check, checkMs)
  timer.unref()
  check()

  return {
    isShort: () => short,
    spendReserve() {
      const left = readFree(dir, free)
      return left < shortBytes && spend(left)
    },
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** Free bytes; infinite when the system does not report them, and the disk is then used until it refuses. */
function readFree(dir: string, free: (dir: string) => number): number {
  try {
    return free(dir)
  } catch {
    return Infinity
  }
}

/** Temporary name of a reserve file until it is complete. */
const unfinished = (file: string): string => `${file}.new`

/** Fills a file with random bytes: some file systems compress repeated ones. */
async function fillFile(file: string, size: number, isOver: () => boolean): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    for (let written = 0; written < size && !isOver(); written += pieceBytes) await handle.write(randomBytes(Math.min(pieceBytes, size - written)))
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
