import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** "I/O error" in Emscripten's numbering (WASI). */
const EIO = 29

type EmscriptenStream = { nfd?: number; node: unknown }
type EmscriptenModule = {
  FS: { filesystems: { NODEFS: { realPath(node: unknown): string; stream_ops: { fsync?: (stream: EmscriptenStream) => number } } } }
}

/**
 * PGlite's Node file system with a real fsync. The original has none, so that a power cut could lose committed rows. A failed fsync is reported as an I/O
 * error, on which PostgreSQL stops. `flush` flushes one open file; tests replace it.
 */
export class DurableFs extends NodeFS {
  readonly #flush: (fd: number) => void

  constructor(dir: string, flush: (fd: number) => void = fsyncSync) {
    super(dir)
    this.#flush = flush
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as Array<(module: EmscriptenModule) => void>
    preRun.push((module) => {
      const nodeFs = module.FS.filesystems.NODEFS
      nodeFs.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd !== undefined) this.#flush(stream.nfd)
          else fsyncPath(nodeFs.realPath(stream.node))
        } catch (error) {
          const code = (error as NodeJS.ErrnoException).code
          // Something that cannot be flushed by nature (a pipe, a directory on Windows) is no lost write.
          if (code !== 'EINVAL' && code !== 'EPERM') return EIO
        }
        return 0
      }
    })
    return result
  }
}

// The engine zero-fills its buffers at start, used or not: the default 128 MB would be most of the process's memory, and the system's file cache does the
// same work.
export const fewBuffers: string[] = ['-c', 'shared_buffers=32MB']

/** PGlite's default parameters without `-F` (no fsync), and with the only flush method that `DurableFs` implements. */
export const durableParams: string[] = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync', ...fewBuffers]

/** Flushes one file or directory to the disk. */
export function fsyncPath(path: string): void {
  // Windows cannot open a directory, nor flush a file opened for reading.
  if (process.platform === 'win32') return
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
