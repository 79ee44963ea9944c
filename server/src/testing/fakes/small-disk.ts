import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  dir: string
  /** Fills the disk to the last byte, until `clear`. */
  fill(): void
  clear(): void
  /** Returns the bytes left. */
  free(): number
  remove(): void
}

/** Mounts a disk of this size in memory. Undefined where the account may not mount one: tests that need it are then skipped. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'parvis-disque-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'parvis-essai', dir], { stdio: 'ignore' })
  } catch {
    rmdirSync(dir)
    return undefined
  }
  const ballast = join(dir, 'lest')
  return {
    dir,
    fill: () => fillWith(ballast),
    clear: () => rmSync(ballast, { force: true }),
    free() {
      const { bavail, bsize } = statfsSync(dir)
      return bavail * bsize
    },
    remove() {
      execFileSync('umount', ['--lazy', dir])
      rmdirSync(dir)
    },
  }
}

export function canMountDisks(): boolean {
  const disk = mountSmallDisk(1)
  disk?.remove()
  return disk !== undefined
}

function fillWith(ballast: string): void {
  // Large blocks, then smaller ones: others may write at the same time.
  for (const size of [4_194_304, 65_536, 4_096]) {
    const piece = Buffer.alloc(size)
    try {
      for (;;) appendFileSync(ballast, piece)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
