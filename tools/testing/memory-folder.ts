import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

// Data of test instances is written, flushed and deleted: on a disk this takes a twelfth of the time of `npm test`.

export const shared = '/dev/shm'
export const prefix = 'parvis-essais-'
/** Free memory required for the folder, in GiB; the largest use measured was a fifth of it. */
const neededGib = 4
/** Memory that must stay free besides, in GiB. */
const spareGib = 6

type MemoryFolder = { path: string; remove(): void }

/** Creates a folder in memory, if the machine has enough (Linux). Undefined otherwise: the system's temporary folder is then used. */
export function openMemoryFolder(): MemoryFolder | undefined {
  if (process.platform !== 'linux' || !existsSync(shared)) return undefined
  try {
    removeAbandoned()
    const { bavail, bsize } = statfsSync(shared)
    if (bavail * bsize < neededGib * 2 ** 30 || process.availableMemory() < (neededGib + spareGib) * 2 ** 30) return undefined
    const path = mkdtempSync(join(shared, `${prefix}${process.pid}-`))
    // Same permissions as the system's temporary folder, because the PostgreSQL account runs its server in it.
    chmodSync(path, 0o1777)
    return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
  } catch {
    // This account may not write there.
    return undefined
  }
}

/** Removes the folders of runs that were killed, which use memory. */
function removeAbandoned(): void {
  for (const name of readdirSync(shared)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(shared, name), { recursive: true, force: true })
  }
}
