import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

// The data of the tests' instances is written, flushed and thrown away: on a disk, a twelfth of the time of `npm test`.

export const shared = '/dev/shm'
export const prefix = 'parvis-essais-'
/** A run was seen to put a fifth of that there at most. */
const neededGib = 4
/** What must be left to the machine beside. */
const spareGib = 6

type MemoryFolder = { path: string; remove(): void }

/** A folder in the memory of the machine, where it has much to spare (Linux); undefined elsewhere: the system's own folder then serves. */
export function openMemoryFolder(): MemoryFolder | undefined {
  if (process.platform !== 'linux' || !existsSync(shared)) return undefined
  try {
    removeAbandoned()
    const { bavail, bsize } = statfsSync(shared)
    if (bavail * bsize < neededGib * 2 ** 30 || process.availableMemory() < (neededGib + spareGib) * 2 ** 30) return undefined
    const path = mkdtempSync(join(shared, `${prefix}${process.pid}-`))
    // As the system's own: the account of PostgreSQL has its server there.
    chmodSync(path, 0o1777)
    return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
  } catch {
    // Not ours to write in.
    return undefined
  }
}

/** A run that was killed removed nothing, and memory is dear. */
function removeAbandoned(): void {
  for (const name of readdirSync(shared)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(shared, name), { recursive: true, force: true })
  }
}
