import { readdirSync, readlinkSync } from 'node:fs'

/** Counts the open files and sockets of a process. The files of an embedded database are counted apart. */
export function openFiles(pid: number): { descriptors: number; sockets: number; base_files: number } {
  const targets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      // It was closed after the list was made.
      return []
    }
  })
  const base_files = targets.filter((target) => target.includes('/pgdata/')).length
  return { descriptors: targets.length - base_files, sockets: targets.filter((target) => target.startsWith('socket:')).length, base_files }
}
