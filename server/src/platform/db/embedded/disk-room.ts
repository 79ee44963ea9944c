import type { Log } from '../../log.ts'
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The room that is left for an embedded base, and a part of it that only we can give back. */
export type DiskRoom = {
  /** True while so little is left that nothing more should be accepted. */
  isShort(): boolean
  /**
   * Gives a part of the reserve back to the disk, if room is what is missing: an engine that its disk stopped needs some to open again,
   * even to be read. @returns whether there is more room now
   */
  spendReserve(): boolean
  stop(): void
}

type DiskRoomOptions = {
  checkMs?: number
  /** Bytes left to this process on the disk of a folder. */
  free?: (dir: string) => number
  partBytes?: number
}

/**
 * Each is two segments of PostgreSQL's log (16 MB each), which is what opening after a crash may need. The first serves what is still
 * accepted on a full disk (ends of replies, sessions, deletions), the other is kept for an engine that stopped.
 */
const parts = ['reserve-1', 'reserve-2']
const defaultPartBytes = 32 * 1024 * 1024
/** Below this nothing more is accepted; above twice this, with a whole reserve, everything is again. */
const shortBytes = 32 * 1024 * 1024
const nothingBytes = 4 * 1024 * 1024
const everyMs = 1_000
/** A process that has just started has better to do than to make its reserve. */
const checksBeforeMaking = 3
const pieceBytes = 1024 * 1024

/**
 * Looks at the disk of `dir` every second, and keeps files there that take room for nothing (trust case REL-19). PostgreSQL stops when
 * its log cannot grow, and on a disk that somebody else has filled to the last byte it cannot open again: the reserve lets it.
 */
export function watchDiskRoom(dir: string, log: Log, { checkMs = everyMs, free = freeBytes, partBytes = defaultPartBytes }: DiskRoomOptions = {}): DiskRoom {
  const files = parts.map((name) => join(dir, name))
  const held = new Set(files.filter((file) => sizeOf(file) === partBytes))
  // A process that ended on the way left them: they take room, and nothing would ever give it back.
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

/** A disk that does not say what is left is used until it refuses. */
function readFree(dir: string, free: (dir: string) => number): number {
  try {
    return free(dir)
  } catch {
    return Infinity
  }
}

/** A part takes its name once it is whole. */
const unfinished = (file: string): string => `${file}.new`

/** Bytes that look like no others: some disks compress what repeats. */
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
